-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `flux_bans` WRITE;
INSERT INTO `flux_bans` (`id`, `username`, `ip`, `email`, `message`, `expire`, `ban_creator`) VALUES (1,'cyd',NULL,NULL,'',NULL,2),(2,NULL,'192.0.2.1',NULL,'',NULL,2);
UNLOCK TABLES;
LOCK TABLES `flux_users` WRITE;
INSERT INTO `flux_users` (`id`, `group_id`, `username`, `password`, `salt`, `email`, `title`, `registered`, `last_visit`, `activate_string`, `activate_key`) VALUES (1,4,'Guest','Guest',NULL,'Guest@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(2,4,'ada','6fd86751d0e0aae8dd31371710c6c46081faab7a','0123456789abcdef0123456789abcdef','ada@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(3,4,'bob','2f9e53523b62abc141a2b4d6019d23cba835dbd0',NULL,'bob@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(4,4,'cyd','2f9e53523b62abc141a2b4d6019d23cba835dbd0',NULL,'cyd@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(5,4,'dan','#SHA1-S#0123456789abcdef0123456789abcdef#$2y$04$CCCCCCCCCCCCCCCCCCCCC.lgeUeqAcTT2b48YW0BZKn2/VMgzDdVu',NULL,'dan@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(6,4,'eve','$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe',NULL,'eve@example.com',NULL,1714550400,1714550400,NULL,'not to be kept'),(7,4,'fay','3cb4e732631f47e6eb961f34554b7cde',NULL,'fay@example.com',NULL,1714550400,1714550400,NULL,'not to be kept');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
