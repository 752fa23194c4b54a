-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `smf_members` WRITE;
INSERT INTO `smf_members` (`id_member`, `member_name`, `date_registered`, `posts`, `passwd`, `email_address`, `is_activated`, `password_salt`, `tfa_secret`, `tfa_backup`, `real_name`) VALUES (1,'Ada',1714550400,1,'$2y$04$CCCCCCCCCCCCCCCCCCCCC.Q8UbMiU0IefNfZE11/Obf4y31Kanrry','ada@example.com',1,'abcd','GEZDGNBVGY3TQOJQ','not to be kept','Ada'),(2,'BOB',1714550400,1,'857ef0eaffecd0d63013cc839d724d0ebc8766b6','bob@example.com',1,'abcd','','','BOB'),(3,'cyd',1714550400,1,'$2y$04$CCCCCCCCCCCCCCCCCCCCC.MiRrHQLHLm80Cm/lvBkIOIGsajrFyLG','cyd@example.com',0,'abcd','','','cyd'),(4,'dan',1714550400,1,'$2y$04$CCCCCCCCCCCCCCCCCCCCC.etTtyeB6dpkiO5Ewag.fEOB0vcWt4au','dan@example.com',11,'abcd','','','dan'),(5,'eve',1714550400,1,'$2y$04$CCCCCCCCCCCCCCCCCCCCC.cWGhYVPWhTHWIMamMoC4N7nwS32saYG','eve@example.com',4,'abcd','','','eve'),(6,'fay',1714550400,1,'cut off','fay@example.com',1,'abcd','','','fay');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
