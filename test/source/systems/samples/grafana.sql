-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `user` WRITE;
INSERT INTO `user` (`id`, `version`, `login`, `email`, `name`, `password`, `salt`, `rands`, `org_id`, `is_admin`, `email_verified`, `is_disabled`, `is_service_account`, `created`, `updated`) VALUES (1,0,'ada','ada@example.com','Ada','27ce4c86375de40a97d2023573305d90ba36b81da5da29fd6d0d585c7639eecb427947e6413a0289ebb2dbd2ac0db955992c','F3FAxVm33R','not to be kept',1,0,1,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(2,0,'bob','bob@example.com','Bob','27ce4c86375de40a97d2023573305d90ba36b81da5da29fd6d0d585c7639eecb427947e6413a0289ebb2dbd2ac0db955992c','F3FAxVm33R','not to be kept',1,0,1,1,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(3,0,'sa-robot','sa-robot@example.com','Sa-Robot','27ce4c86375de40a97d2023573305d90ba36b81da5da29fd6d0d585c7639eecb427947e6413a0289ebb2dbd2ac0db955992c','F3FAxVm33R','not to be kept',1,0,1,0,1,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(4,0,'dan','dan@example.com','Dan','','','not to be kept',1,0,1,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00');
UNLOCK TABLES;
LOCK TABLES `user_auth` WRITE;
INSERT INTO `user_auth` (`id`, `user_id`, `auth_module`, `auth_id`, `created`) VALUES (1,4,'oauth_google','108100','2024-05-01 10:00:00'),(2,1,'ldap','cn=ada','2024-05-01 10:00:00');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
