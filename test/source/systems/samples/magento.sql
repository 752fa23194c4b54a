-- MariaDB dump 10.19
CREATE TABLE `customer_entity` (
  `entity_id` int(10) unsigned NOT NULL,
  `website_id` smallint(5) unsigned DEFAULT NULL,
  `email` varchar(255) DEFAULT NULL,
  `group_id` smallint(5) unsigned NOT NULL,
  `is_active` smallint(5) unsigned NOT NULL,
  `firstname` varchar(255) DEFAULT NULL,
  `password_hash` varchar(128) DEFAULT NULL,
  `rp_token` varchar(128) DEFAULT NULL,
  `confirmation` varchar(64) DEFAULT NULL
);
INSERT INTO `customer_entity` VALUES
(1,1,'ada@example.com',1,1,'Ada','aacf6f197af5ab46fa7712ee180038837c24093fbea673bd296e7d7c6eeb7fab:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536','token',NULL),
(2,1,'kim@example.com',1,1,'Kim','bca48453bde6c4f75aa9486b590a082360b4a24f49a3eb6ebca31b5d079e8686:abcdefghijklmnop1234567890ABCDEF:1',NULL,NULL),
(3,1,'lee@example.com',1,1,'Lee','af3339b51ff745ae27945a352950b8ae:abcdefghijklmnop1234567890ABCDEF',NULL,NULL),
(4,1,'off@example.com',1,0,'Off','aacf6f197af5ab46fa7712ee180038837c24093fbea673bd296e7d7c6eeb7fab:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536',NULL,NULL),
(5,1,'new@example.com',1,1,'New','aacf6f197af5ab46fa7712ee180038837c24093fbea673bd296e7d7c6eeb7fab:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536',NULL,'q3jd8s'),
(6,1,'open@example.com',1,1,'Open','$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW',NULL,NULL),
(7,1,'twice@example.com',1,1,'A','aacf6f197af5ab46fa7712ee180038837c24093fbea673bd296e7d7c6eeb7fab:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536',NULL,NULL),
(8,2,'twice@example.com',1,1,'B','aacf6f197af5ab46fa7712ee180038837c24093fbea673bd296e7d7c6eeb7fab:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536',NULL,NULL),
(9,1,'cut@example.com',1,1,'Cut','aacf6f197af5ab46:abcdefghijklmnop1234567890ABCDEF:3_32_1_65536',NULL,NULL);
-- Dump completed on 2026-01-01  0:00:00
