--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public."Account" ("id", "userId", "type", "provider", "providerAccountId", "access_token", "scope") FROM stdin;
a1	clx1	oauth	github	77	not to be kept	read:user
a2	clx1	oidc	azure-ad	aad-1	\N	\N
a3	clx2	oauth	google	1081	\N	\N
\.

COPY public."User" ("id", "name", "email", "emailVerified", "image") FROM stdin;
clx1	Ada	ada@example.com	2024-05-01 10:00:00	\N
clx2	Bob	bob@example.com	\N	\N
clx3	\N	cyd@example.com	2024-05-01 10:00:00	\N
\.

--
-- PostgreSQL database dump complete
--

