-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `fe_users` WRITE;
INSERT INTO `fe_users` (`uid`, `pid`, `tstamp`, `crdate`, `deleted`, `disable`, `starttime`, `endtime`, `username`, `password`, `usergroup`, `name`, `email`, `lastlogin`, `felogin_forgotHash`, `mfa`) VALUES (1,1,1714550400,1714550400,0,0,0,0,'ada','$argon2i$v=19$m=1024,t=2,p=1$eEhBcmcxVXpieUl1VTAvdA$De3TJgM05IgdEKPe16VnY6QMdDRN2h7Cfqh02rUcA5k','1','Ada','ada@example.com',1714550400,'not to be kept','{"totp": {"secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "active": true, "name": "phone"}, "recovery-codes": {"codes": ["not to be kept"]}}'),(2,1,1714550400,1714550400,0,0,0,0,'bob','$2y$04$Yt29i31aZk04tphbDzcnOeWA/eUK9htohhdH3EKEl/ZBgR2ivZK/y','1','Bob','bob@example.com',1714550400,'not to be kept',NULL),(3,1,1714550400,1714550400,0,1,0,0,'cyd','$argon2i$v=19$m=1024,t=2,p=1$eEhBcmcxVXpieUl1VTAvdA$De3TJgM05IgdEKPe16VnY6QMdDRN2h7Cfqh02rUcA5k','1','Cyd','cyd@example.com',1714550400,'not to be kept',NULL),(4,1,1714550400,1714550400,1,0,0,0,'dan','$argon2i$v=19$m=1024,t=2,p=1$eEhBcmcxVXpieUl1VTAvdA$De3TJgM05IgdEKPe16VnY6QMdDRN2h7Cfqh02rUcA5k','1','Dan','dan@example.com',1714550400,'not to be kept',NULL),(5,1,1714550400,1714550400,0,0,0,1714550400,'eve','$argon2i$v=19$m=1024,t=2,p=1$eEhBcmcxVXpieUl1VTAvdA$De3TJgM05IgdEKPe16VnY6QMdDRN2h7Cfqh02rUcA5k','1','Eve','eve@example.com',1714550400,'not to be kept',NULL);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
