-- phpMyAdmin SQL Dump
INSERT INTO `phpbb_banlist` (`ban_id`, `ban_userid`, `ban_ip`, `ban_email`, `ban_start`, `ban_end`, `ban_exclude`, `ban_reason`, `ban_give_reason`) VALUES
(1, 56, '', '', 1, 0, 0, '', ''),
(2, 57, '', '', 1, 1700000000, 0, '', ''),
(3, 0, '', '*@spam.example', 1, 0, 0, '', '');
INSERT INTO `phpbb_oauth_accounts` (`user_id`, `provider`, `oauth_provider_id`) VALUES
(54, 'auth.provider.oauth.service.google', '108100'),
(2, 'bitly', 'b1');
INSERT INTO `phpbb_users` (`user_id`, `user_type`, `group_id`, `user_permissions`, `username`, `username_clean`, `user_password`, `user_email`, `user_inactive_reason`, `user_actkey`, `user_form_salt`, `user_sig`) VALUES
(1, 2, 1, '', 'Anonymous', 'anonymous', '', '', 0, '', 'abc', ''),
(2, 3, 5, '', 'ada', 'ada', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'ada@example.com', 0, '', 'abc', 'hi'),
(3, 2, 6, '', 'Bingbot', 'bingbot', '', '', 0, '', 'abc', ''),
(52, 0, 2, '', 'old', 'old', '$H$BBYELgLlxZ7V0SGPP7D8LtKt9xM6zB0', 'old@example.com', 0, '', 'abc', ''),
(53, 0, 2, '', 'older', 'older', '3cb4e732631f47e6eb961f34554b7cde', 'older@example.com', 0, '', 'abc', ''),
(54, 0, 2, '', 'google', 'google', '$argon2id$v=19$m=1024,t=2,p=1$a1UvY1B1Vk5rRlZEQ0EvWg$1PIbqkgDLkVn14m6PPdAJxHhC9cnl7m9LykmIoQElF4', 'google@example.com', 0, '', 'abc', ''),
(55, 1, 2, '', 'new', 'new', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'new@example.com', 1, 'KEY', 'abc', ''),
(56, 0, 2, '', 'troll', 'troll', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'troll@example.com', 0, '', 'abc', ''),
(57, 0, 2, '', 'tamed', 'tamed', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'tamed@example.com', 0, '', 'abc', ''),
(58, 1, 2, '', 'off', 'off', '$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW', 'off@example.com', 3, '', 'abc', '');
