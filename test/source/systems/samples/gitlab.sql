--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.emails (id, user_id, email, created_at, updated_at, confirmation_token, confirmed_at, confirmation_sent_at) FROM stdin;
1	1	ada@work.example	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	\N
\.

COPY public.identities (id, extern_uid, provider, user_id, created_at, updated_at, secondary_extern_uid, saml_provider_id) FROM stdin;
1	108100	google_oauth2	2	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	\N	\N
\.

COPY public.users (id, email, created_at, updated_at, encrypted_password, reset_password_token, sign_in_count, current_sign_in_at, confirmation_token, confirmed_at, otp_required_for_login, username, name, admin, projects_limit, state, user_type, theme_id, encrypted_otp_secret, encrypted_otp_secret_iv, encrypted_otp_secret_salt, feed_token, notification_email) FROM stdin;
1	ada@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	not to be kept	2	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	f	ada	Ada	f	100000	active	0	3	\N	\N	\N	not to be kept	ada@example.com
2	bob@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456		not to be kept	2	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	t	bob	Bob	f	100000	active	0	3	\N	\N	\N	not to be kept	bob@example.com
3	cyd@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	not to be kept	2	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	f	cyd	Cyd	f	100000	blocked	0	3	\N	\N	\N	not to be kept	cyd@example.com
4	dan@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	not to be kept	2	2024-05-02 11:30:00.123456	\N	\N	f	dan	Dan	f	100000	active	0	3	\N	\N	\N	not to be kept	dan@example.com
5	alert-bot@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	not to be kept	2	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	f	alert-bot	Alert-Bot	f	100000	active	2	3	\N	\N	\N	not to be kept	alert-bot@example.com
6	eve@example.com	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	not to be kept	2	2024-05-02 11:30:00.123456	\N	2024-05-02 11:30:00.123456	f	eve	Eve	f	100000	banned	0	3	\N	\N	\N	not to be kept	eve@example.com
\.

--
-- PostgreSQL database dump complete
--

