--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.email_addresses (id, user_id, address, is_default, notify, created_on) FROM stdin;
1	1	ada.other@example.com	f	t	2024-05-01 10:00:00
2	1	ada@example.com	t	t	2024-05-01 10:00:00
3	2	bob@example.com	t	t	2024-05-01 10:00:00
4	3	cyd@example.com	t	t	2024-05-01 10:00:00
5	5	dan@example.com	t	t	2024-05-01 10:00:00
\.

COPY public.users (id, login, hashed_password, firstname, lastname, admin, status, last_login_on, language, auth_source_id, created_on, updated_on, type, salt, must_change_passwd, twofa_scheme, twofa_totp_key) FROM stdin;
1	ada	6fd86751d0e0aae8dd31371710c6c46081faab7a	Ada	L	f	1	2024-05-01 10:00:00		\N	2024-05-01 10:00:00	2024-05-01 10:00:00	User	0123456789abcdef0123456789abcdef	f	totp	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
2	bob	2f9e53523b62abc141a2b4d6019d23cba835dbd0	Bob	L	f	1	2024-05-01 10:00:00		\N	2024-05-01 10:00:00	2024-05-01 10:00:00	User	\N	f	\N	\N
3	cyd	6fd86751d0e0aae8dd31371710c6c46081faab7a	Cyd	L	f	3	2024-05-01 10:00:00		\N	2024-05-01 10:00:00	2024-05-01 10:00:00	User	0123456789abcdef0123456789abcdef	f	\N	\N
4				L	f	0	2024-05-01 10:00:00		\N	2024-05-01 10:00:00	2024-05-01 10:00:00	AnonymousUser	\N	f	\N	\N
5	dan	6fd86751d0e0aae8dd31371710c6c46081faab7a	Dan	L	f	2	2024-05-01 10:00:00		\N	2024-05-01 10:00:00	2024-05-01 10:00:00	User	0123456789abcdef0123456789abcdef	f	\N	\N
\.

--
-- PostgreSQL database dump complete
--

