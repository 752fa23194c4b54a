--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.up_users (id, document_id, username, email, provider, password, reset_password_token, confirmation_token, confirmed, blocked) FROM stdin;
1	doc1	ada	ada@example.com	local	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	not to be kept	\N	t	f
2	doc2	bob	bob@example.com	local	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	not to be kept	\N	f	f
3	doc3	cyd	cyd@example.com	local	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	not to be kept	\N	t	t
4	doc4	dan	dan@example.com	google	\N	not to be kept	\N	t	f
\.

--
-- PostgreSQL database dump complete
--

