--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.user_external_ids (auth_provider, external_id, user_id) FROM stdin;
oidc-google	1081	@bob:example.com
\.

COPY public.user_threepids (user_id, medium, address, validated_at, added_at) FROM stdin;
@ada:example.com	email	ada@example.com	1714550400000	1714550400000
@ada:example.com	msisdn	15555550100	1714550400000	1714550400000
@bob:example.com	email	bob@example.com	1714550400000	1714550400000
@dan:example.com	email	dan@example.com	1714550400000	1714550400000
\.

COPY public.users (name, password_hash, creation_ts, admin, is_guest, appservice_id, deactivated, locked, approved) FROM stdin;
@ada:example.com	$2b$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	1714550400	0	0	\N	0	f	t
@bob:example.com	\N	1714550400	0	0	\N	0	f	t
@cyd:example.com	\N	1714550400	0	0	\N	1	f	t
@dan:example.com	$2b$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	1714550400	0	0	\N	0	t	t
@eve:example.com	$2b$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	1714550400	0	0	\N	0	f	t
\.

--
-- PostgreSQL database dump complete
--

