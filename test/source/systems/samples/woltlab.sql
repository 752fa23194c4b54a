-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `wcf1_user` WRITE;
INSERT INTO `wcf1_user` (`userID`, `username`, `email`, `password`, `accessToken`, `languageID`, `registrationDate`, `banned`, `banReason`, `banExpires`, `activationCode`, `authData`, `multifactorActive`, `lastActivityTime`, `signature`) VALUES (1,'ada','ada@example.com','Bcrypt:$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','not to be kept',1,1714550400,0,NULL,0,0,'',0,1714550400,'It\'s me'),(2,'bob','bob@example.com','Argon2:$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4','not to be kept',1,1714550400,0,NULL,0,0,'',0,1714550400,'It\'s me'),(3,'cyd','cyd@example.com','Bcrypt:$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','not to be kept',1,1714550400,1,NULL,0,0,'',0,1714550400,'It\'s me'),(4,'dan','dan@example.com','Bcrypt:$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','not to be kept',1,1714550400,1,NULL,1714550400,0,'',0,1714550400,'It\'s me'),(5,'eve','eve@example.com','Bcrypt:$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','not to be kept',1,1714550400,0,NULL,0,123456,'',0,1714550400,'It\'s me'),(6,'fay','fay@example.com','Invalid:-','not to be kept',1,1714550400,0,NULL,0,0,'github:77',0,1714550400,'It\'s me'),(7,'gus','gus@example.com','$2a$04$CCCCCCCCCCCCCCCCCCCCC.S9EYFkgIYgGD7Ues890ZmPxIUXP0Rwm','not to be kept',1,1714550400,0,NULL,0,0,'',0,1714550400,'It\'s me');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
