-- phpMyAdmin SQL Dump
INSERT INTO `vb5_user` (`userid`, `usergroupid`, `username`, `token`, `scheme`, `secret`, `email`, `joindate`) VALUES
(1, 6, 'ada', '$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG', 'blowfish:4', 'abcdefgh', 'ada@example.com', 1),
(2, 2, 'old', '0c70b635d816cc3707a4d6b4a1915273 a~bc', 'legacy', 'abcdefgh', 'old@example.com', 1),
(3, 3, 'new', '$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG', 'blowfish:4', 'abcdefgh', 'new@example.com', 1),
(4, 8, 'troll', '$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG', 'blowfish:4', 'abcdefgh', 'troll@example.com', 1),
(5, 2, 'quiet', '$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG', 'blowfish:4', 'abcdefgh', 'quiet@example.com', 1),
(6, 2, 'back', '$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG', 'blowfish:4', 'abcdefgh', 'back@example.com', 1);
INSERT INTO `vb5_userban` (`userid`, `usergroupid`, `displaygroupid`, `usertitle`, `adminid`, `bandate`, `liftdate`, `reason`) VALUES
(4, 2, 2, '', 1, 1, 0, ''),
(5, 2, 2, '', 1, 1, 0, ''),
(6, 2, 2, '', 1, 1, 1700000000, '');
