--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.core_user (id, email, first_name, last_name, password, password_salt, date_joined, last_login, is_superuser, is_active, reset_token, reset_triggered, sso_source, locale, type) FROM stdin;
1	ada@example.com	Ada	\N	$2a$04$SPSaJ9E.CHZhE4IZwiWs7.W17UUspDtVNbe3V5rN1aFQYjv6uXZs6	c3b1a4de-0000-4000-8000-000000000001	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	f	t	not to be kept	\N	\N	\N	personal
2	bob@example.com	Bob	\N	$2a$04$SPSaJ9E.CHZhE4IZwiWs7.W17UUspDtVNbe3V5rN1aFQYjv6uXZs6	c3b1a4de-0000-4000-8000-000000000001	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	f	f	not to be kept	\N	\N	\N	personal
3	cyd@example.com	Cyd	\N	$2a$04$SPSaJ9E.CHZhE4IZwiWs7.W17UUspDtVNbe3V5rN1aFQYjv6uXZs6	c3b1a4de-0000-4000-8000-000000000001	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	f	t	not to be kept	\N	google	\N	personal
13371338	internal@example.com	Internal	\N	\N	\N	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	f	t	not to be kept	\N	\N	\N	internal
\.

--
-- PostgreSQL database dump complete
--

