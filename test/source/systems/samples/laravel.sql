-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
CREATE TABLE `social_accounts` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `user_id` bigint unsigned NOT NULL,
  `provider` varchar(255) NOT NULL,
  `provider_user_id` varchar(255) NOT NULL,
  `token` text,
  PRIMARY KEY (`id`)
);
INSERT INTO `social_accounts` VALUES (1,1,'google','1081','ya29.x'),(2,3,'github','77',NULL);
CREATE TABLE `users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(255) NOT NULL,
  `email` varchar(255) NOT NULL,
  `email_verified_at` timestamp NULL DEFAULT NULL,
  `password` varchar(255) DEFAULT NULL,
  `two_factor_secret` text,
  `two_factor_recovery_codes` text,
  `two_factor_confirmed_at` timestamp NULL DEFAULT NULL,
  `remember_token` varchar(100) DEFAULT NULL,
  `deleted_at` timestamp NULL DEFAULT NULL,
  PRIMARY KEY (`id`)
);
INSERT INTO `users` VALUES (1,'Ada','ada@example.com','2024-01-01 00:00:00','$2y$04$/hrFGjh5UTPEEIadnZhtNun8Py5YnzlIxvA8tm1MmQvUSX7yXtPJ.','eyJpdiI6IlJBWkY5bFd6dDVUWnN1cVdjWmU2dkE9PSIsInZhbHVlIjoiMjBUMFBSVVNLdUIwOHp2WFZLbUw5Vm9ZOWR1Ulp2bmg3N000TmpKMlU3OD0iLCJtYWMiOiI0YzY5MGNlMzEwOWVhZmQ2M2NiMWRjODI4MDM2NDEyODUxMmYyNTI5YWFiZDc1NjQwNjJkMGRiMjRjYmQyMjMyIiwidGFnIjoiIn0=','eyJpdiI6','2024-01-01 00:00:00','abc',NULL),(2,'Bob','bob@example.com',NULL,'$argon2id$v=19$m=1024,t=2,p=1$N25aNnJUcDU5anphWkZjdg$+u+D2k5LwrKkSgiYtiDd+sM2+m8RlTF5ytozZZZDd/Y','eyJpdiI6IlJBWkY5bFd6dDVUWnN1cVdjWmU2dkE9PSIsInZhbHVlIjoiMjBUMFBSVVNLdUIwOHp2WFZLbUw5Vm9ZOWR1Ulp2bmg3N000TmpKMlU3OD0iLCJtYWMiOiI0YzY5MGNlMzEwOWVhZmQ2M2NiMWRjODI4MDM2NDEyODUxMmYyNTI5YWFiZDc1NjQwNjJkMGRiMjRjYmQyMjMyIiwidGFnIjoiIn0=',NULL,NULL,NULL,NULL),(3,'Cem','cem@example.com',NULL,NULL,NULL,NULL,NULL,NULL,NULL),(4,'Dora','dora@example.com',NULL,'$2y$04$/hrFGjh5UTPEEIadnZhtNun8Py5YnzlIxvA8tm1MmQvUSX7yXtPJ.',NULL,NULL,NULL,NULL,'2024-02-01 00:00:00');
-- Dump completed on 2024-03-01  0:00:00
