--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.res_partner (id, name, commercial_partner_id, email) FROM stdin;
3	Office	3	office@example.com
7	Bob	7	bob@example.com
8	Cyd	8	cyd@example.com
9	Dan	9	dan@example.com
20	Customer	20	customer@example.com
\.

COPY public.res_users (id, company_id, partner_id, active, create_date, login, password, action_id, share, signature, totp_secret, oauth_provider_id, oauth_uid, oauth_access_token) FROM stdin;
2	1	3	t	2024-05-02 11:30:00.123456	ada@example.com	$pbkdf2-sha512$1000$AAECAwQFBgcICQoLDA0ODw$ToxFUi5y3fprZRW/V6CupR2uIDYfuy5rlsF9Z4E648lE68lw5lzmucru/HdPvmBJDSLroVh1Q2xCvjqd8NI/6Q	\N	f	<p>It's me</p>	\N	\N	\N	\N
6	1	7	t	2024-05-02 11:30:00.123456	bob	$pbkdf2-sha512$1000$AAECAwQFBgcICQoLDA0ODw$ToxFUi5y3fprZRW/V6CupR2uIDYfuy5rlsF9Z4E648lE68lw5lzmucru/HdPvmBJDSLroVh1Q2xCvjqd8NI/6Q	\N	f	<p>It's me</p>	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP	\N	\N	\N
7	1	8	f	2024-05-02 11:30:00.123456	cyd@example.com	$pbkdf2-sha512$1000$AAECAwQFBgcICQoLDA0ODw$ToxFUi5y3fprZRW/V6CupR2uIDYfuy5rlsF9Z4E648lE68lw5lzmucru/HdPvmBJDSLroVh1Q2xCvjqd8NI/6Q	\N	f	<p>It's me</p>	\N	\N	\N	\N
8	1	9	t	2024-05-02 11:30:00.123456	dan@example.com	\N	\N	f	<p>It's me</p>	\N	1	108100	not to be kept
\.

--
-- PostgreSQL database dump complete
--

