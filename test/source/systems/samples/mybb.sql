-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `mybb_banned` WRITE;
INSERT INTO `mybb_banned` (`uid`, `gid`, `oldgroup`, `dateline`, `bantime`, `lifted`, `reason`) VALUES (4,7,2,1714550400,'---',0,''),(5,7,2,1714550400,'---',1714550500,'');
UNLOCK TABLES;
LOCK TABLES `shop_users` WRITE;
INSERT INTO `shop_users` (`id`, `name`) VALUES (1,'of another program');
UNLOCK TABLES;
LOCK TABLES `mybb_users` WRITE;
INSERT INTO `mybb_users` (`uid`, `username`, `password`, `salt`, `loginkey`, `email`, `postnum`, `usergroup`, `signature`) VALUES (1,'ada','ebb8253f689dae434d6bbcb945423b71','a1B2c3D4','not to be kept','ada@example.com',3,2,'It\'s me'),(2,'bob','f39613aec3cc1fa5a01451e96286339f','47204x~y','not to be kept','bob@example.com',3,2,'It\'s me'),(3,'cyd','ebb8253f689dae434d6bbcb945423b71','a1B2c3D4','not to be kept','cyd@example.com',3,5,'It\'s me'),(4,'dan','ebb8253f689dae434d6bbcb945423b71','a1B2c3D4','not to be kept','dan@example.com',3,7,'It\'s me'),(5,'eve','ebb8253f689dae434d6bbcb945423b71','a1B2c3D4','not to be kept','eve@example.com',3,2,'It\'s me');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
