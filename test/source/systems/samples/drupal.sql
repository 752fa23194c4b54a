-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB
CREATE TABLE `users` (
  `uid` int(10) unsigned NOT NULL,
  `uuid` varchar(128) NOT NULL,
  `langcode` varchar(12) NOT NULL
);
INSERT INTO `users` VALUES (0,'u0','en'),(1,'u1','en'),(2,'u2','en');
CREATE TABLE `users_data` (
  `uid` int(10) unsigned NOT NULL,
  `module` varchar(50) NOT NULL,
  `name` varchar(128) NOT NULL,
  `value` longblob DEFAULT NULL,
  `serialized` tinyint(3) unsigned DEFAULT 0
);
INSERT INTO `users_data` VALUES (2,'tfa','tfa_totp_seed','a:2:{s:4:\"seed\";s:4:\"abcd\";s:7:\"created\";i:1;}',1),(2,'contact','enabled','1',0);
CREATE TABLE `social_auth` (
  `id` int(10) unsigned NOT NULL,
  `user_id` int(10) unsigned NOT NULL,
  `plugin_id` varchar(255) NOT NULL,
  `provider_user_id` varchar(255) NOT NULL
);
INSERT INTO `social_auth` VALUES (1,4,'social_auth_google','108100');
CREATE TABLE `users_field_data` (
  `uid` int(10) unsigned NOT NULL,
  `langcode` varchar(12) NOT NULL,
  `preferred_langcode` varchar(12) DEFAULT NULL,
  `preferred_admin_langcode` varchar(12) DEFAULT NULL,
  `name` varchar(60) NOT NULL,
  `pass` varchar(255) DEFAULT NULL,
  `mail` varchar(254) DEFAULT NULL,
  `timezone` varchar(32) DEFAULT NULL,
  `status` tinyint(4) DEFAULT NULL,
  `created` int(11) NOT NULL,
  `changed` int(11) DEFAULT NULL,
  `access` int(11) NOT NULL,
  `login` int(11) DEFAULT NULL,
  `init` varchar(254) DEFAULT NULL,
  `default_langcode` tinyint(4) NOT NULL
);
INSERT INTO `users_field_data` VALUES
(0,'en','en',NULL,'',NULL,NULL,'',0,1,1,0,0,NULL,1),
(1,'en','en',NULL,'ada','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','ada@example.com','UTC',1,1,1,1,1,'ada@example.com',1),
(1,'fr','en',NULL,'ada','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','ada@example.com','UTC',1,1,1,1,1,'ada@example.com',0),
(2,'en','en',NULL,'kim','$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4','kim@example.com','UTC',1,1,1,1,1,'kim@example.com',1),
(3,'en','en',NULL,'blocked','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW','blocked@example.com','UTC',0,1,1,1,1,'blocked@example.com',1),
(4,'en','en',NULL,'social',NULL,'social@example.com','UTC',1,1,1,1,1,'social@example.com',1),
(5,'en','en',NULL,'six','3cb4e732631f47e6eb961f34554b7cde','six@example.com','UTC',1,1,1,1,1,'six@example.com',1),
(6,'en','en',NULL,'six','U$2y$04$uSYW7TenCn7whz3MORSuN.uVhHHWUPDMWo.ZFg1vC7VbdT7cah5YG','migrated@example.com','UTC',1,1,1,1,1,'six@example.com',1);
-- Dump completed on 2026-01-01  0:00:00
