-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `authorities` WRITE;
INSERT INTO `authorities` (`username`, `authority`) VALUES ('ada@example.com','ROLE_USER');
UNLOCK TABLES;
LOCK TABLES `users` WRITE;
INSERT INTO `users` (`username`, `password`, `enabled`) VALUES ('ada@example.com','{bcrypt}$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em',1),('bob@example.com','$2b$04$kwGp4oC2RTPqu7U6TPzss.Nx8D0g0kARRe/mi/jjD.wJBSpdBqaD2',1),('cyd@example.com','{bcrypt}$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em',0),('dan','{bcrypt}$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em',1),('eve@example.com','{noop}not to be kept',1);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
