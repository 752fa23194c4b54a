--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.authentications (id, user_id, provider, uid, created_at, updated_at) FROM stdin;
1	4	google	108100	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456
\.

COPY public.users (id, email, crypted_password, salt, created_at, updated_at, activation_state, activation_token, activation_token_expires_at, remember_me_token, remember_me_token_expires_at, reset_password_token, reset_password_email_sent_at, failed_logins_count, lock_expires_at, last_login_at) FROM stdin;
1	ada@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC.LSku1CLqp6hjJtoVrETCOUaX5j5mFRe	Vq3xSyzPk8_dW2sTmN7b	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	active	\N	\N	\N	\N	not to be kept	\N	0	\N	2024-05-02 11:30:00.123456
2	bob@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	\N	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	\N	\N	\N	\N	\N	\N	0	\N	2024-05-02 11:30:00.123456
3	cyd@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC.LSku1CLqp6hjJtoVrETCOUaX5j5mFRe	Vq3xSyzPk8_dW2sTmN7b	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	pending	\N	\N	\N	\N	\N	\N	0	\N	2024-05-02 11:30:00.123456
4	dan@example.com	\N	\N	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	active	\N	\N	\N	\N	\N	\N	0	\N	2024-05-02 11:30:00.123456
5	eve@example.com	2f9e53523b62abc141a2b4d6019d23cba835dbd0	\N	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	active	\N	\N	\N	\N	\N	\N	0	\N	2024-05-02 11:30:00.123456
\.

--
-- PostgreSQL database dump complete
--

