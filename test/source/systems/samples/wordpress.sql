-- phpMyAdmin SQL Dump
-- version 5.2.1

CREATE TABLE `site_users` (
  `ID` bigint(20) UNSIGNED NOT NULL,
  `user_login` varchar(60) NOT NULL DEFAULT '',
  `user_pass` varchar(255) NOT NULL DEFAULT '',
  `user_nicename` varchar(50) NOT NULL DEFAULT '',
  `user_email` varchar(100) NOT NULL DEFAULT '',
  `user_url` varchar(100) NOT NULL DEFAULT '',
  `user_registered` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  `user_activation_key` varchar(255) NOT NULL DEFAULT '',
  `user_status` int(11) NOT NULL DEFAULT 0,
  `display_name` varchar(250) NOT NULL DEFAULT '',
  `spam` tinyint(2) NOT NULL DEFAULT 0,
  `deleted` tinyint(2) NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `site_users` (`ID`, `user_login`, `user_pass`, `user_nicename`, `user_email`, `user_url`, `user_registered`, `user_activation_key`, `user_status`, `display_name`, `spam`, `deleted`) VALUES
(1, 'ada', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'ada', 'ada@example.com', '', '2024-02-21 07:09:20', '', 0, 'Ada', 0, 0),
(2, 'old', '$P$BBYELgLlxZ7V0SGPP7D8LtKt9xM6zB0', 'old', 'old@example.com', '', '2012-02-21 07:09:20', '1708512773:$P$BBYELgLlxZ7V0SGPP7D8LtKt9xM6zB0', 0, 'Old', 0, 0),
(3, 'new', '$wp$2y$04$u9iKnLyxnydeNKdSoTDD8.p089V5REnszig2MApUKjpOSvdllkbsm', 'new', 'new@example.com', '', '2025-06-21 07:09:20', '', 0, 'New', 0, 0),
(4, 'first', '3cb4e732631f47e6eb961f34554b7cde', 'first', 'first@example.com', '', '2004-06-21 07:09:20', '', 0, 'First', 0, 0),
(5, 'spammer', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'spammer', 'spam@example.com', '', '2024-02-21 07:09:20', '', 0, 'S', 1, 0),
(6, 'gone', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'gone', 'gone@example.com', '', '2024-02-21 07:09:20', '', 0, 'G', 0, 1),
(7, 'pending', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'pending', 'pending@example.com', '', '2024-02-21 07:09:20', '', 2, 'P', 0, 0),
(8, 'nomail', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'nomail', '', '', '2024-02-21 07:09:20', '', 0, 'N', 0, 0),
(9, 'badmail', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'badmail', 'bad at example', '', '2024-02-21 07:09:20', '', 0, 'B', 0, 0),
(10, 'half', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'half', 'half@example.com', '', '2024-02-21 07:09:20', '', 0, 'H', 0, 0),
(11, 'google', '$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4', 'google', 'google@example.com', '', '2024-02-21 07:09:20', '', 0, 'Go', 0, 0),
(12, 'wordfence', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'wf', 'wf@example.com', '', '2024-02-21 07:09:20', '', 0, 'W', 0, 0),
(13, 'melapress', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'mp', 'mp@example.com', '', '2024-02-21 07:09:20', '', 0, 'M', 0, 0);

CREATE TABLE `site_usermeta` (
  `umeta_id` bigint(20) UNSIGNED NOT NULL,
  `user_id` bigint(20) UNSIGNED NOT NULL DEFAULT 0,
  `meta_key` varchar(255) DEFAULT NULL,
  `meta_value` longtext DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `site_usermeta` (`umeta_id`, `user_id`, `meta_key`, `meta_value`) VALUES
(1, 1, 'nickname', 'ada'),
(2, 1, 'site_capabilities', 'a:1:{s:13:\"administrator\";b:1;}'),
(3, 1, '_two_factor_totp_key', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
(4, 1, '_two_factor_enabled_providers', 'a:2:{i:0;s:15:\"Two_Factor_Totp\";i:1;s:23:\"Two_Factor_Backup_Codes\";}'),
(5, 1, '_two_factor_backup_codes', 'a:1:{i:0;s:34:\"$P$BBYELgLlxZ7V0SGPP7D8LtKt9xM6zB0\";}'),
(6, 10, '_two_factor_totp_key', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
(7, 10, '_two_factor_enabled_providers', 'a:1:{i:0;s:16:\"Two_Factor_Email\";}'),
(8, 11, 'googleauthenticator_secret', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
(9, 11, 'googleauthenticator_enabled', 'enabled'),
(10, 13, 'wp_2fa_totp_key', 'ab12cd:encrypted'),
(11, 99, '_two_factor_totp_key', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');

CREATE TABLE `site_wfls_2fa_secrets` (
  `id` int(11) UNSIGNED NOT NULL,
  `user_id` bigint(20) UNSIGNED NOT NULL,
  `secret` tinyblob NOT NULL,
  `recovery` blob NOT NULL,
  `ctime` int(10) UNSIGNED NOT NULL,
  `vtime` int(10) UNSIGNED NOT NULL,
  `mode` enum('authenticator') NOT NULL DEFAULT 'authenticator'
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `site_wfls_2fa_secrets` (`id`, `user_id`, `secret`, `recovery`, `ctime`, `vtime`, `mode`) VALUES
(1, 12, 0x48656c6c6f21deadbeef48656c6c6f21deadbeef, 0x00ff00ff, 1767225600, 1767225601, 'authenticator');

CREATE TABLE `site_plugin_users` (
  `id` int(11) UNSIGNED NOT NULL,
  `score` int(11) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `site_plugin_users` (`id`, `score`) VALUES
(1, 12);
