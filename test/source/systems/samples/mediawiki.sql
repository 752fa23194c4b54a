-- MySQL dump 10.13  Distrib 8.0.36
CREATE TABLE `oathauth_devices` (
  `oad_id` int NOT NULL,
  `oad_user` int NOT NULL,
  `oad_type` int NOT NULL,
  `oad_name` varbinary(255) DEFAULT NULL,
  `oad_created` binary(14) DEFAULT NULL,
  `oad_data` blob
);
INSERT INTO `oathauth_devices` VALUES (1,1,1,_binary 'phone',NULL,_binary '{\"secret\":\"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP\",\"scratch_tokens\":[\"AAAA\"]}'),(2,1,3,NULL,NULL,_binary '{\"recoverycodekeys\":[\"AAAA\"]}'),(3,2,1,NULL,NULL,_binary '{\"secret\":\"c2VjcmV0\",\"nonce\":\"bm9uY2U=\"}');
CREATE TABLE `user` (
  `user_id` int unsigned NOT NULL,
  `user_name` varbinary(255) NOT NULL,
  `user_real_name` varbinary(255) NOT NULL,
  `user_password` tinyblob NOT NULL,
  `user_newpassword` tinyblob NOT NULL,
  `user_newpass_time` binary(14) DEFAULT NULL,
  `user_email` tinyblob NOT NULL,
  `user_touched` binary(14) NOT NULL,
  `user_token` binary(32) NOT NULL,
  `user_email_authenticated` binary(14) DEFAULT NULL,
  `user_email_token` binary(32) DEFAULT NULL,
  `user_email_token_expires` binary(14) DEFAULT NULL,
  `user_registration` binary(14) DEFAULT NULL,
  `user_editcount` int unsigned DEFAULT NULL,
  `user_password_expires` varbinary(14) DEFAULT NULL,
  `user_is_temp` tinyint NOT NULL
);
INSERT INTO `user` VALUES (1,_binary 'Ada',_binary '',_binary ':argon2:$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4',_binary '',NULL,_binary 'ada@example.com',_binary '20260101000000',_binary 'abcdefabcdefabcdefabcdefabcdefab',_binary '20240101000000',NULL,NULL,_binary '20240101000000',5,NULL,0),(2,0x4b696d,'',0x3a70626b6466323a7368613531323a313030303a36343a6332467364484e686248527a595778306332467364413d3d3a45484c42656a2b754576786c6d7230516e486e63656731764d3668317762775350355845726833536d697a4e44575a7349693238525047415265304573736a47526f6941437a7867486a4e7671774a59317a784b69673d3d,0x3a423a,NULL,0x6b696d406578616d706c652e636f6d,0x3230323630313031303030303030,0x00,NULL,NULL,NULL,NULL,1,NULL,0),(3,_binary 'Lee',_binary '',_binary ':bcrypt:04$D0PeR9KmoB1Xk8aBoy0fau$rNIC0hc.UwrXip7LhYUCksJUx/x65gW',_binary '',NULL,_binary 'lee@example.com',_binary '20260101000000',_binary 'x',_binary '\0\0\0\0\0\0\0\0\0\0\0\0\0\0',NULL,NULL,NULL,1,NULL,0),(4,_binary 'Maintenance script',_binary '',_binary '',_binary '',NULL,_binary '',_binary '20260101000000',_binary '*** INVALID ***',NULL,NULL,NULL,NULL,1,NULL,0),(5,_binary '~2026-1',_binary '',_binary '',_binary '',NULL,_binary '',_binary '20260101000000',_binary 'x',NULL,NULL,NULL,NULL,1,NULL,1),(6,_binary 'Max',_binary '',_binary ':pbkdf2:sha512:1000:64:c2FsdHNhbHRzYWx0c2FsdA==:EHLBej+uEvxlmr0QnHnceg1vM6h1wbwSP5XErh3SmizNDWZsIi28RPGARe0EssjGRoiACzxgHjNvqwJY1zxKig==',_binary '',NULL,_binary 'max@example.com',_binary '20260101000000',_binary 'x',NULL,NULL,NULL,NULL,1,NULL,0);
-- Dump completed on 2026-01-01  0:00:00
