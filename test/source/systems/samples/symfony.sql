-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `user` WRITE;
INSERT INTO `user` (`id`, `email`, `roles`, `password`, `is_verified`, `google_authenticator_secret`, `google_id`, `created_at`) VALUES (1,'ada@example.com','["ROLE_USER"]','$2y$04$/hrFGjh5UTPEEIadnZhtNun8Py5YnzlIxvA8tm1MmQvUSX7yXtPJ.',1,'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',NULL,'2024-05-01 10:00:00'),(2,'bob@example.com','["ROLE_USER"]','$argon2id$v=19$m=1024,t=2,p=1$N25aNnJUcDU5anphWkZjdg$+u+D2k5LwrKkSgiYtiDd+sM2+m8RlTF5ytozZZZDd/Y',0,NULL,NULL,'2024-05-01 10:00:00'),(3,'cyd@example.com','["ROLE_USER"]','',1,NULL,'108100','2024-05-01 10:00:00'),(4,'dan@example.com','["ROLE_USER"]',NULL,1,NULL,NULL,'2024-05-01 10:00:00');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
