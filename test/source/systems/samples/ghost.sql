-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `users` WRITE;
INSERT INTO `users` (`id`, `name`, `slug`, `password`, `email`, `profile_image`, `bio`, `status`, `tour`, `last_seen`, `created_at`, `updated_at`) VALUES ('5951f5fca366002ebd5dbef1','ada','ada','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe','ada@example.com',NULL,NULL,'active',NULL,NULL,'2024-05-01 10:00:00','2024-05-01 10:00:00'),('5951f5fca366002ebd5dbef2','bob','bob','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe','bob@example.com',NULL,NULL,'warn-1',NULL,NULL,'2024-05-01 10:00:00','2024-05-01 10:00:00'),('5951f5fca366002ebd5dbef3','cyd','cyd','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe','cyd@example.com',NULL,NULL,'inactive',NULL,NULL,'2024-05-01 10:00:00','2024-05-01 10:00:00'),('5951f5fca366002ebd5dbef4','dan','dan','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe','dan@example.com',NULL,NULL,'locked',NULL,NULL,'2024-05-01 10:00:00','2024-05-01 10:00:00'),('5951f5fca366002ebd5dbef5','eve','eve','$2a$10$damaged','eve@example.com',NULL,NULL,'active',NULL,NULL,'2024-05-01 10:00:00','2024-05-01 10:00:00');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
