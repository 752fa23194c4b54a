-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `customers` WRITE;
INSERT INTO `customers` (`customers_id`, `customers_gender`, `customers_firstname`, `customers_email_address`, `customers_telephone`, `customers_password`) VALUES (1,'','Ada','ada@example.com','','54de13e275809a00152cdcc9e489315f:d5'),(2,'','Bob','bob@example.com','','$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
