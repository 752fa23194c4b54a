-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `MFATimeBasedOTPEntry` WRITE;
INSERT INTO `MFATimeBasedOTPEntry` (`mfaTimeBasedOTPEntryId`, `companyId`, `userId`, `sharedSecret`) VALUES (1,20099,2,'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
UNLOCK TABLES;
LOCK TABLES `User_` WRITE;
INSERT INTO `User_` (`mvccVersion`, `uuid_`, `userId`, `companyId`, `createDate`, `defaultUser`, `password_`, `passwordEncrypted`, `passwordReset`, `digest`, `reminderQueryAnswer`, `screenName`, `emailAddress`, `facebookId`, `googleUserId`, `languageId`, `lastLoginDate`, `lockout`, `emailAddressVerified`, `type_`, `status`) VALUES (0,'',1,20099,'2024-05-01 10:00:00',1,'AAAAoAAAA+g4IGJ5dGVzLiB4RqIMMZZQ9zmEjFr7vcTWuLoX',1,0,'not to be kept','not to be kept','guest','guest@example.com',0,'','en_US','2024-05-01 10:00:00',0,1,0,0),(0,'',2,20099,'2024-05-01 10:00:00',0,'AAAAoAAAA+g4IGJ5dGVzLiB4RqIMMZZQ9zmEjFr7vcTWuLoX',1,0,'not to be kept','not to be kept','ada','ada@example.com',0,'','en_US','2024-05-01 10:00:00',0,1,1,0),(0,'',3,20099,'2024-05-01 10:00:00',0,'L55TUjtiq8FBorTWAZ0jy6g129A=',1,0,'not to be kept','not to be kept','bob','bob@example.com',0,'','en_US','2024-05-01 10:00:00',0,0,1,0),(0,'',4,20099,'2024-05-01 10:00:00',0,'{PBKDF2WithHmacSHA1}AAAAoAAAA+g4IGJ5dGVzLiB4RqIMMZZQ9zmEjFr7vcTWuLoX',1,0,'not to be kept','not to be kept','cyd','cyd@example.com',0,'','en_US','2024-05-01 10:00:00',1,1,1,0),(0,'',5,20099,'2024-05-01 10:00:00',0,'AAAAoAAAA+g4IGJ5dGVzLiB4RqIMMZZQ9zmEjFr7vcTWuLoX',1,0,'not to be kept','not to be kept','dan','dan@example.com',0,'','en_US','2024-05-01 10:00:00',0,1,1,5),(0,'',6,20099,'2024-05-01 10:00:00',0,'AAAAoAAAA+g4IGJ5dGVzLiB4RqIMMZZQ9zmEjFr7vcTWuLoX',1,0,'not to be kept','not to be kept','eve','eve@example.com',0,'','en_US','2024-05-01 10:00:00',0,1,1,1),(0,'',7,20099,'2024-05-01 10:00:00',0,'$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe',1,0,'not to be kept','not to be kept','fay','fay@example.com',108100,'','en_US','2024-05-01 10:00:00',0,1,1,0);
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
