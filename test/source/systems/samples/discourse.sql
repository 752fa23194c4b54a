--
-- PostgreSQL database dump
--

COPY public.email_tokens (id, user_id, email, confirmed, expired, created_at, updated_at, token_hash, scope) FROM stdin;
1	1	ada@example.com	t	f	2024-01-01 00:00:00	2024-01-01 00:00:00	abc	1
2	2	kim@example.com	f	t	2024-01-01 00:00:00	2024-01-01 00:00:00	abd	1
\.

COPY public.user_associated_accounts (id, provider_name, provider_uid, user_id, last_used, info, credentials, extra) FROM stdin;
1	google_oauth2	108100	2	2024-01-01 00:00:00	{"email": "kim@example.com"}	{}	{}
\.

COPY public.user_emails (id, user_id, email, "primary", created_at, updated_at, normalized_email) FROM stdin;
1	-1	no_email	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
2	1	second@example.com	f	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
3	1	ada@example.com	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
4	2	kim@example.com	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
5	3	staged@example.com	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
6	4	troll@example.com	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
7	5	new@example.com	t	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
\.

COPY public.user_passwords (id, user_id, password_hash, password_salt, password_algorithm, created_at, updated_at) FROM stdin;
1	1	5b5a784ae11df3d10be308828c5e55d42e8afd10846caa601d9fc6c497c26862	0123456789abcdef0123456789abcdef	$pbkdf2-sha256$i=1000,l=32$	2024-01-01 00:00:00	2024-01-01 00:00:00
\.

COPY public.user_second_factors (id, user_id, method, data, enabled, last_used, created_at, updated_at, name) FROM stdin;
1	2	1	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP	t	2024-01-01 00:00:00	2024-01-01 00:00:00	2024-01-01 00:00:00	Pixel
2	2	2	[]	t	2024-01-01 00:00:00	2024-01-01 00:00:00	2024-01-01 00:00:00	\N
3	2	1	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXQ	f	\N	2024-01-01 00:00:00	2024-01-01 00:00:00	Half
\.

COPY public.users (id, username, created_at, updated_at, name, active, username_lower, trust_level, approved, suspended_at, suspended_till, staged, admin) FROM stdin;
-1	system	2024-01-01 00:00:00	2024-01-01 00:00:00	system	t	system	4	t	\N	\N	f	t
1	ada	2024-01-01 00:00:00	2024-01-01 00:00:00	Ada	t	ada	1	f	2020-01-01 00:00:00	2020-02-01 00:00:00	f	f
2	kim	2024-01-01 00:00:00	2024-01-01 00:00:00	Kim	t	kim	1	f	\N	\N	f	f
3	staged	2024-01-01 00:00:00	2024-01-01 00:00:00	\N	f	staged	0	f	\N	\N	t	f
4	troll	2024-01-01 00:00:00	2024-01-01 00:00:00	\N	t	troll	0	f	2025-01-01 00:00:00	3024-01-01 00:00:00	f	f
5	new	2024-01-01 00:00:00	2024-01-01 00:00:00	\N	f	new	0	f	\N	\N	f	f
\.

--
-- PostgreSQL database dump complete
--
