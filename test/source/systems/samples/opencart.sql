-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `oc_customer` WRITE;
INSERT INTO `oc_customer` (`customer_id`, `customer_group_id`, `store_id`, `language_id`, `firstname`, `lastname`, `email`, `telephone`, `password`, `salt`, `newsletter`, `ip`, `status`, `safe`, `token`, `code`, `date_added`) VALUES (1,1,0,1,'Ada','L','ada@example.com','','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','',0,'127.0.0.1',1,0,'not to be kept','','2024-05-01 10:00:00'),(2,1,0,1,'Bob','L','bob@example.com','','$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4','',0,'127.0.0.1',1,0,'not to be kept','','2024-05-01 10:00:00'),(3,1,0,1,'Cyd','L','cyd@example.com','','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','',0,'127.0.0.1',0,0,'not to be kept','','2024-05-01 10:00:00'),(4,1,0,1,'Dan','L','dan@example.com','','3cb4e732631f47e6eb961f34554b7cde','',0,'127.0.0.1',1,0,'not to be kept','','2024-05-01 10:00:00');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
