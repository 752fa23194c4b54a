--
-- PostgreSQL database dump
--

COPY public.account_emailaddress (id, email, verified, "primary", user_id) FROM stdin;
1	ADA@example.com	t	t	1
\.

COPY public.auth_user (id, password, last_login, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined) FROM stdin;
1	argon2$argon2id$v=19$m=1024,t=2,p=1$akFVcXBTbE05WEJEdFNCRWRPNmNoNg$2bF1w1ELysAIKbXkksbuBw	\N	t	ada	Ada		ada@example.com	f	t	2024-01-01 00:00:00+00
5	argon2$argon2id$v=19$m=1024,t=2,p=1$akFVcXBTbE05WEJEdFNCRWRPNmNoNg$2bF1w1ELysAIKbXkksbuBw	\N	f	eve			eve@example.com	f	f	2024-01-01 00:00:00+00
\.

COPY public.mfa_authenticator (id, type, data, user_id, created_at, last_used_at) FROM stdin;
1	totp	{"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}	1	2024-01-01 00:00:00+00	\N
2	recovery_codes	{"seed": "x", "used_mask": 0}	1	2024-01-01 00:00:00+00	\N
3	webauthn	{}	1	2024-01-01 00:00:00+00	\N
\.

COPY public.social_auth_usersocialauth (id, provider, uid, extra_data, user_id, created, modified) FROM stdin;
1	google-oauth2	1081	{}	1	2024-01-01 00:00:00+00	2024-01-01 00:00:00+00
2	google-oauth2	eve@example.com	{}	5	2024-01-01 00:00:00+00	2024-01-01 00:00:00+00
\.

--
-- PostgreSQL database dump complete
--
