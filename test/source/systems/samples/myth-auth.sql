-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `auth_logins` WRITE;
INSERT INTO `auth_logins` (`id`, `ip_address`, `email`, `user_id`, `date`, `success`) VALUES (1,'127.0.0.1','ada@example.com',1,'2024-05-01 10:00:00',1);
UNLOCK TABLES;
LOCK TABLES `users` WRITE;
INSERT INTO `users` (`id`, `email`, `username`, `password_hash`, `reset_hash`, `reset_at`, `reset_expires`, `activate_hash`, `status`, `status_message`, `active`, `force_pass_reset`, `created_at`, `updated_at`, `deleted_at`) VALUES (1,'ada@example.com','ada','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y',NULL,NULL,NULL,NULL,NULL,NULL,1,0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL),(2,'bob@example.com','bob','$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$S133n9DeLB772QbQRM5rzMDguXp4vAOpAVwl+7vh3Tw','not to be kept',NULL,NULL,NULL,NULL,NULL,1,1,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL),(3,'cyd@example.com','cyd','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y',NULL,NULL,NULL,'not to be kept',NULL,NULL,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL),(4,'dan@example.com','dan','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y',NULL,NULL,NULL,NULL,'banned','It\'s spam',1,0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL),(5,'eve@example.com','eve','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y',NULL,NULL,NULL,NULL,NULL,NULL,1,0,'2024-05-01 10:00:00','2024-05-01 10:00:00','2024-05-01 10:00:00'),(6,'fay@example.com','fay','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y',NULL,NULL,NULL,NULL,NULL,NULL,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
