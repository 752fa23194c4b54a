--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.authentik_core_user (id, password, last_login, username, first_name, last_name, email, is_active, date_joined, uuid, name, password_change_date, attributes, path, type) FROM stdin;
1	pbkdf2_sha256$1000$saltsaltsalt$F7o7+5VTVzFAO998X6s3AHrDsJVdMiIlgndIMe19NvY=	\N	ada			ada@example.com	t	2024-05-01 10:00:00.123456+00	00000000-0000-4000-8000-000000000001	ada	2024-05-01 10:00:00.123456+00	{}	users	internal
2	argon2$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY	\N	bob			bob@example.com	t	2024-05-01 10:00:00.123456+00	00000000-0000-4000-8000-000000000002	bob	2024-05-01 10:00:00.123456+00	{}	users	internal
3	!unusable	\N	cyd			cyd@example.com	t	2024-05-01 10:00:00.123456+00	00000000-0000-4000-8000-000000000003	cyd	2024-05-01 10:00:00.123456+00	{}	users	internal
4	pbkdf2_sha256$1000$saltsaltsalt$F7o7+5VTVzFAO998X6s3AHrDsJVdMiIlgndIMe19NvY=	\N	dan			dan@example.com	f	2024-05-01 10:00:00.123456+00	00000000-0000-4000-8000-000000000004	dan	2024-05-01 10:00:00.123456+00	{}	users	internal
5	!unusable	\N	ak-outpost			ak-outpost@example.com	t	2024-05-01 10:00:00.123456+00	00000000-0000-4000-8000-000000000005	ak-outpost	2024-05-01 10:00:00.123456+00	{}	users	internal_service_account
\.

COPY public.authentik_stages_authenticator_totp_totpdevice (id, name, confirmed, key, step, t0, digits, tolerance, drift, last_t, user_id, created, last_updated, last_used) FROM stdin;
1	phone	t	3132333435363738393031323334353637383930	30	0	6	1	0	5	2	2024-05-01 10:00:00.123456+00	2024-05-01 10:00:00.123456+00	\N
\.

--
-- PostgreSQL database dump complete
--

