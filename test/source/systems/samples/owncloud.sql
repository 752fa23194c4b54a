-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--

/*!40101 SET NAMES utf8mb4 */;

LOCK TABLES `oc_accounts` WRITE;
INSERT INTO `oc_accounts` (`id`, `email`, `user_id`, `lower_user_id`, `display_name`, `quota`, `last_login`, `backend`, `home`, `state`, `creation_time`) VALUES (1,'ada@example.com','ada','ada','Ada',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/ada',1,1714550400),(2,NULL,'bob','bob','Bob',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/bob',1,1714550400),(3,'cem@example.com','cem','cem','Cem',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/cem',2,1714550400),(4,'dora@example.com','dora','dora','Dora',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/dora',1,1714550400),(5,'eve@example.com','eve','eve','Eve',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/eve',3,1714550400),(6,'fay@example.com','Fay','fay','Fay',NULL,1714550400,'OC\\User\\Database','/var/www/owncloud/data/Fay',1,1714550400),(7,'gil@example.com','gil','gil','Gil',NULL,1714550400,'OCA\\User_LDAP\\User_Proxy','/var/www/owncloud/data/gil',1,1714550400);
UNLOCK TABLES;
LOCK TABLES `oc_preferences` WRITE;
INSERT INTO `oc_preferences` (`userid`, `appid`, `configkey`, `configvalue`) VALUES ('ada','core','lang','de'),('bob','settings','email','bob@example.com'),('ada','owncloud','changeMail','not to be kept');
UNLOCK TABLES;
LOCK TABLES `oc_twofactor_totp_secrets` WRITE;
INSERT INTO `oc_twofactor_totp_secrets` (`id`, `user_id`, `secret`, `last_validated_key`, `verified`) VALUES (1,'ada','v2|6b7263730b69a2165a3ae68f5619331fd3024e455d551d0af9f0fa60c3807832|398de6ba1ae12359032a25668a1e7ffc|b313da893a329aec0e46c6bde72c9139657e59af790021ff2912818cb581bc37c7afe8ec3b8c4c265eca65b055e622460c1f6d360440c0736a9f6670c749b089','123456',1),(2,'Fay','v2|6b7263730b69a2165a3ae68f5619331fd3024e455d551d0af9f0fa60c3807832|398de6ba1ae12359032a25668a1e7ffc|b313da893a329aec0e46c6bde72c9139657e59af790021ff2912818cb581bc37c7afe8ec3b8c4c265eca65b055e622460c1f6d360440c0736a9f6670c749b089','123456',0);
UNLOCK TABLES;
LOCK TABLES `oc_users` WRITE;
INSERT INTO `oc_users` (`uid`, `displayname`, `password`) VALUES ('ada','Ada','1|$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW'),('bob',NULL,'1|$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW'),('cem',NULL,'1|$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW'),('dora',NULL,'$2y$04$CCCCCCCCCCCCCCCCCCCCC.e.G4vy/vc.aXyyugaMxe.G/oxhS9U86'),('eve',NULL,'1|$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW'),('Fay',NULL,'1|$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW');
UNLOCK TABLES;

-- Dump completed on 2024-05-01 10:00:00
