--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, id) FROM stdin;
5b1a0f4e-0000-4000-8000-000000000001	5b1a0f4e-0000-4000-8000-000000000001	{"sub": "x", "email": "ada@example.com"}	email	2024-05-01 10:00:00.123456+00	9f000000-0000-4000-8000-000000000001
1081	5b1a0f4e-0000-4000-8000-000000000002	{"sub": "1081", "email": "bob@gmail.example", "email_verified": true}	google	2024-05-01 10:00:00.123456+00	9f000000-0000-4000-8000-000000000002
77	5b1a0f4e-0000-4000-8000-000000000099	{}	github	2024-05-01 10:00:00.123456+00	9f000000-0000-4000-8000-000000000003
\.

COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) FROM stdin;
1c000000-0000-4000-8000-000000000001	5b1a0f4e-0000-4000-8000-000000000001	phone	totp	verified	GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
1c000000-0000-4000-8000-000000000002	5b1a0f4e-0000-4000-8000-000000000001	old	totp	unverified	JBSWY3DPEHPK3PXP
2b306a77-21dc-4110-ba71-537cb56b9e98	5b1a0f4e-0000-4000-8000-000000000002	\N	totp	verified	{"alg": "aes-gcm-hkdf", "data": "VHd+9Ze2etMH8x/e2StBFOuASMQTJnze8L8TethE0Tc=", "key_id": "2024-01", "nonce": "Ng76nry1Vk10i7Lk"}
1c000000-0000-4000-8000-000000000004	5b1a0f4e-0000-4000-8000-000000000008	\N	phone	verified	\N
\.

COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, recovery_token, raw_app_meta_data, raw_user_meta_data, phone, phone_confirmed_at, banned_until, deleted_at, is_anonymous, confirmation_sent_at, phone_change_sent_at) FROM stdin;
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000001	authenticated	authenticated	ada@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	2024-05-01 10:00:00.123456+00	\N			{"provider": "email", "providers": ["email"]}	{"name": "Ada \\"A\\" \\\\ L"}	15555550100	2024-05-01 10:00:00.123456+00	\N	\N	f	2024-05-01 09:59:00.123456+00	2024-05-01 09:59:00.123456+00
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000002	authenticated	authenticated	bob@example.com		2024-05-01 10:00:00.123456+00	\N			{"provider": "google", "providers": ["google"]}	{}	\N	\N	\N	\N	f	2024-05-01 09:59:00.123456+00	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000003	authenticated	authenticated	cyd@example.com	$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY	2024-05-01 10:00:00.123456+00	\N			{"provider": "email", "providers": ["email"]}	{}	\N	\N	2999-01-01 00:00:00+00	\N	f	2024-05-01 09:59:00.123456+00	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000004	authenticated	authenticated	dan@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	\N	\N	not to be kept		{"provider": "email", "providers": ["email"]}	{}	\N	\N	\N	\N	f	2024-05-01 09:59:00.123456+00	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000005	authenticated	authenticated	eve@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	2024-05-01 10:00:00.123456+00	\N			{"provider": "email", "providers": ["email"]}	{}	\N	\N	\N	2024-05-01 10:00:00.123456+00	f	2024-05-01 09:59:00.123456+00	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000006	authenticated	authenticated	fay@example.com		\N	2024-05-01 10:00:00.123456+00			{"provider": "email", "providers": ["email"]}	{}	\N	\N	\N	\N	f	2024-05-01 09:59:00.123456+00	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000007	authenticated	authenticated	\N		\N	\N			{"provider": "email", "providers": ["email"]}	{}	\N	\N	\N	\N	t	\N	\N
00000000-0000-0000-0000-000000000000	5b1a0f4e-0000-4000-8000-000000000008	authenticated	authenticated	gus@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	2024-05-01 10:00:00.123456+00	\N			{"provider": "google", "providers": ["google"]}	{}	15555550108	\N	2020-01-01 00:00:00+00	\N	f	2024-05-01 09:59:00.123456+00	\N
\.

--
-- PostgreSQL database dump complete
--

