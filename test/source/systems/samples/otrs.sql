-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `customer_user` WRITE;
INSERT INTO `customer_user` (`id`, `login`, `email`, `customer_id`, `pw`, `first_name`, `last_name`, `valid_id`, `create_time`, `create_by`, `change_time`, `change_by`) VALUES (1,'ada','ada@example.com','acme','4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631','Ada','L',1,'2024-05-01 10:00:00',1,'2024-05-01 10:00:00',1),(2,'bob','bob@example.com','acme','BCRYPT:5:Q7rTx2LmP9vKa4Zc:7CsmKb3kD8HIQOS.YfkV0jKbmNBQaXq','Bob','L',1,'2024-05-01 10:00:00',1,'2024-05-01 10:00:00',1),(3,'cyd','cyd@example.com','acme','4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631','Cyd','L',2,'2024-05-01 10:00:00',1,'2024-05-01 10:00:00',1);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
