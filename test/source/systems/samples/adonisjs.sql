--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.users (id, full_name, email, password, remember_me_token, email_verified_at, is_active, provider, provider_id, two_factor_secret, created_at, updated_at) FROM stdin;
1	Ada	ada@example.com	$scrypt$n=1024,r=8,p=1$c2l4dGVlbiBieXRlcyAhIQ$EeM749RpjvmF0JliSLpLeIVoWYGHz5lg8MX1wM6DeInfgi6IHpql5HvGa2E9tFk0jfJi/Ir8hkG6+9ooDpTzTw	not to be kept	2024-05-01 10:00:00	t	\N	\N	\N	2024-05-01 10:00:00	\N
2	Bob	bob@example.com	$bcrypt$v=98$r=4$EEEEEEEEEEEEEEEEEEEEEA$Aq88DcAq87tv28MZgUrMYhQdQD9SLKg	not to be kept	\N	t	\N	\N	\N	2024-05-01 10:00:00	\N
3	Cyd	cyd@example.com	$argon2id$v=19$t=2,m=256,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY	not to be kept	2024-05-01 10:00:00	f	\N	\N	\N	2024-05-01 10:00:00	\N
4	Dan	dan@example.com	\N	not to be kept	2024-05-01 10:00:00	t	github	77	\N	2024-05-01 10:00:00	\N
5	Eve	eve@example.com	$argon2id$v=19$t=2,m=256,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY	not to be kept	2024-05-01 10:00:00	t	\N	\N	\N	2024-05-01 10:00:00	\N
6	Fay	fay@example.com	$bcrypt$v=97$r=4$EEEEEEEEEEEEEEEEEEEEEA$Aq88DcAq87tv28MZgUrMYhQdQD9SLKg	not to be kept	2024-05-01 10:00:00	t	\N	\N	\N	2024-05-01 10:00:00	\N
7	Gus	gus@example.com	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	not to be kept	2024-05-01 10:00:00	t	\N	\N	\N	2024-05-01 10:00:00	\N
8	Hal	hal@example.com	$scrypt$n=1024,r=8,p=1$c2l4dGVlbiBieXRlcyAhIQ$EeM749RpjvmF0JliSLpLeIVoWYGHz5lg8MX1wM6DeInfgi6IHpql5HvGa2E9tFk0jfJi/Ir8hkG6+9ooDpTzTw	not to be kept	2024-05-01 10:00:00	t	\N	\N	not to be kept	2024-05-01 10:00:00	\N
\.

--
-- PostgreSQL database dump complete
--

