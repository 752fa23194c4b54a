-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `core_members` WRITE;
INSERT INTO `core_members` (`member_id`, `name`, `member_group_id`, `email`, `joined`, `members_pass_hash`, `members_pass_salt`, `member_login_key`, `temp_ban`, `last_visit`) VALUES (1,'ada',3,'ada@example.com',1714550400,'0e38eaea8d2f918b18fa48fa1a801548','a$b!c','not to be kept','0',1714550400),(2,'bob',3,'bob@example.com',1714550400,'$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe',NULL,'not to be kept','0',1714550400),(3,'cyd',3,'cyd@example.com',1714550400,'0e38eaea8d2f918b18fa48fa1a801548','a$b!c','not to be kept','-1',1714550400),(4,'',3,'',1714550400,NULL,NULL,'not to be kept','0',1714550400);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
