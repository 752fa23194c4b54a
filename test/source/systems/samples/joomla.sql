-- phpMyAdmin SQL Dump
INSERT INTO `j5x_users` (`id`, `name`, `username`, `email`, `password`, `block`, `sendEmail`, `registerDate`, `lastvisitDate`, `activation`, `params`, `lastResetTime`, `resetCount`, `otpKey`, `otep`, `requireReset`, `authProvider`) VALUES
(1, 'Ada', 'ada', 'ada@example.com', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 0, 1, '2024-01-01 00:00:00', NULL, '0', '{}', NULL, 0, '', '', 0, ''),
(2, 'Old', 'old', 'old@example.com', '{SHA256}61f95570e32cea4eed6c69106d03559fafde8409d401596d88b3ca1c15868b6b:saltsalt', 0, 0, '2012-01-01 00:00:00', NULL, '', '{}', NULL, 0, '', '', 0, ''),
(3, 'Older', 'older', 'older@example.com', '$P$BBYELgLlxZ7V0SGPP7D8LtKt9xM6zB0', 0, 0, '2013-01-01 00:00:00', NULL, '', '{}', NULL, 0, '', '', 0, ''),
(4, 'Blocked', 'blocked', 'blocked@example.com', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 1, 0, '2013-01-01 00:00:00', NULL, '', '{}', NULL, 0, '', '', 0, ''),
(5, 'New', 'new', 'new@example.com', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 1, 0, '2013-01-01 00:00:00', NULL, '8e3b5a0f', '{}', NULL, 0, '', '', 0, ''),
(6, 'Reset', 'reset', 'reset@example.com', '$argon2i$v=19$m=1024,t=2,p=1$eEhBcmcxVXpieUl1VTAvdA$De3TJgM05IgdEKPe16VnY6QMdDRN2h7Cfqh02rUcA5k', 0, 0, '2013-01-01 00:00:00', NULL, '$2y$10$abcdefghijklmnopqrstuv', '{}', NULL, 0, 'totp:c2VjcmV0', 'W10=', 0, ''),
(7, 'Mfa', 'mfa', 'mfa@example.com', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 0, 0, '2013-01-01 00:00:00', NULL, '', '{}', NULL, 0, '', '', 0, '');
INSERT INTO `j5x_user_mfa` (`id`, `user_id`, `title`, `method`, `default`, `options`, `created_on`, `last_used`, `tries`, `last_try`) VALUES
(1, 7, 'Authenticator', 'totp', 1, '###AES128###c2VjcmV0', '2024-01-01 00:00:00', NULL, 0, NULL),
(2, 1, 'Backup codes', 'backupcodes', 0, '###AES128###c2VjcmV0', '2024-01-01 00:00:00', NULL, 0, NULL);
