-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `matomo_twofactor_recovery_code` WRITE;
INSERT INTO `matomo_twofactor_recovery_code` (`idrecoverycode`, `login`, `recovery_code`) VALUES (1,'bob','not to be kept');
UNLOCK TABLES;
LOCK TABLES `matomo_user` WRITE;
INSERT INTO `matomo_user` (`login`, `password`, `email`, `twofactor_secret`, `superuser_access`, `date_registered`, `ts_password_modified`, `idchange_last_viewed`, `invited_by`, `invite_token`, `invite_link_token`, `invite_expired_at`, `invite_accept_at`, `ts_changes_shown`) VALUES ('anonymous','','anonymous@example.org','',0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL),('ada','$2y$04$4mXXKV7Nw4IoOz3p9cyq3eB.e5oFz7Se7uReRfu7ZqH8j6jQF.rfy','ada@example.com','',1,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL),('bob','$2y$04$4mXXKV7Nw4IoOz3p9cyq3eB.e5oFz7Se7uReRfu7ZqH8j6jQF.rfy','bob@example.com','JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL),('cyd','','cyd@example.com','',0,'2024-05-01 10:00:00','2024-05-01 10:00:00',NULL,NULL,'not to be kept',NULL,NULL,NULL,NULL);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
