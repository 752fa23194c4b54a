-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `auth_user` WRITE;
INSERT INTO `auth_user` (`id`, `email`, `email_verified`) VALUES ('u-ada','ada@example.com',1),('u-bob','bob@example.com',0),('u-cyd',NULL,0),('u-dan','dan@example.com',0);
UNLOCK TABLES;
LOCK TABLES `user_key` WRITE;
INSERT INTO `user_key` (`id`, `user_id`, `hashed_password`) VALUES ('email:ada@example.com','u-ada','s2:abcdefgh12345678:a9e6110863f39569fd61dd4c26b44d06d1e8c0d58b13d393b6e647c5c9d6add448809433942294f1e82adadb98308aa40e13fdc7d10e54c7907f4eca471f5314'),('github:1081','u-ada',NULL),('email:bob@example.com','u-bob','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe'),('username:cyd','u-cyd','$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
