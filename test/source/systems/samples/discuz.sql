-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `pre_ucenter_members` WRITE;
INSERT INTO `pre_ucenter_members` (`uid`, `username`, `password`, `email`, `myid`, `myidkey`, `regip`, `regdate`, `lastloginip`, `lastlogintime`, `salt`, `secques`) VALUES (1,'ada','4d8835229a7c996d679e035fbf6ae99a','ada@example.com','','not to be kept','',1714550400,0,1714550400,'a1b2c3',''),(2,'bob','$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe','bob@example.com','','not to be kept','',1714550400,0,1714550400,'','');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
