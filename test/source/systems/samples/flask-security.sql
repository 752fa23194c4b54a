--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public."user" (id, email, username, password, active, fs_uniquifier, confirmed_at, last_login_at, current_login_at, login_count, create_datetime, update_datetime, tf_primary_method, tf_totp_secret, tf_phone_number, mf_recovery_codes) FROM stdin;
1	ada@example.com	ada	$2b$04$dWWit9kYBBc9rbrFif/f9Ou8Loi9SzaWyCHESz7.UPfK4N/p8QsyW	t	not to be kept	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	authenticator	{"key": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "type": "totp", "v": 1}	\N	\N
2	bob@example.com	bob	$2b$04$dWWit9kYBBc9rbrFif/f9Ou8Loi9SzaWyCHESz7.UPfK4N/p8QsyW	t	not to be kept	\N	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	\N	\N	\N
3	cyd@example.com	cyd	$2b$04$dWWit9kYBBc9rbrFif/f9Ou8Loi9SzaWyCHESz7.UPfK4N/p8QsyW	f	not to be kept	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	\N	\N	\N
4	dan@example.com	dan	\N	t	not to be kept	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	2	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	\N	\N	\N
\.

--
-- PostgreSQL database dump complete
--

