-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `ps_customer` WRITE;
INSERT INTO `ps_customer` (`id_customer`, `id_shop_group`, `id_shop`, `id_gender`, `firstname`, `lastname`, `email`, `passwd`, `last_passwd_gen`, `birthday`, `newsletter`, `secure_key`, `note`, `active`, `is_guest`, `deleted`, `date_add`, `date_upd`) VALUES (1,1,1,1,'Ada','L','ada@example.com','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,1,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(2,1,1,1,'Bob','L','bob@example.com','$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,1,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(3,1,1,1,'Cyd','L','cyd@example.com','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,0,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(4,1,1,1,'Dan','L','dan@example.com','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,1,0,1,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(5,1,1,1,'Gast','L','gast@example.com','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,1,1,0,'2024-05-01 10:00:00','2024-05-01 10:00:00'),(6,1,1,1,'Eve','L','eve@example.com','b772000440538beed2ddf9b38a9eceee','2024-05-01 10:00:00','0000-00-00',0,'not to be kept',NULL,1,0,0,'2024-05-01 10:00:00','2024-05-01 10:00:00');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
