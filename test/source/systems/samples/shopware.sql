-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `customer` WRITE;
INSERT INTO `customer` (`id`, `auto_increment`, `customer_number`, `email`, `first_name`, `last_name`, `password`, `legacy_password`, `legacy_encoder`, `active`, `guest`, `double_opt_in_registration`, `double_opt_in_confirm_date`, `hash`, `created_at`, `updated_at`) VALUES (0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C01,1,'10001','ada@example.com','Ada','L','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW',NULL,NULL,1,0,1,'2024-05-01 10:00:00','not to be kept','2024-05-01 10:00:00',NULL),(0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C02,2,'10002','bob@example.com','Bob','L','$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4',NULL,NULL,1,0,0,NULL,NULL,'2024-05-01 10:00:00',NULL),(0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C03,3,'10003','bob@example.com','Bob','L',NULL,NULL,NULL,1,1,0,NULL,NULL,'2024-05-01 10:00:00',NULL),(0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C04,4,'10004','cyd@example.com','Cyd','L','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW',NULL,NULL,1,0,1,NULL,NULL,'2024-05-01 10:00:00',NULL),(0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C05,5,'10005','dan@example.com','Dan','L','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW',NULL,NULL,0,0,0,NULL,NULL,'2024-05-01 10:00:00',NULL),(0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C06,6,'10006','eve@example.com','Eve','L',NULL,'3cb4e732631f47e6eb961f34554b7cde','Md5',1,0,0,NULL,NULL,'2024-05-01 10:00:00',NULL);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
