--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.users (uuid, login, name, email, crypted_password, salt, hash_method, active, external_login, external_identity_provider, external_id, user_local, reset_password, created_at, updated_at) FROM stdin;
u-1	ada	Ada	ada@example.com	1000$CmLKz4+Fc6/unde6Qf0C81ESs9bHYbayYI/Ih3Huf97m6t2kfMMrXKCvfREr794OGGqV2ibaZeex9USfOPQk/g==	AAECAwQFBgcICQoLDA0ODxAREhM=	PBKDF2	t	ada	sonarqube	ada	t	f	1714550400000	1714550400000
u-2	bob	Bob	bob@example.com	$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	\N	BCRYPT	t	bob	sonarqube	bob	t	f	1714550400000	1714550400000
u-3	cyd	Cyd	cyd@example.com	1000$CmLKz4+Fc6/unde6Qf0C81ESs9bHYbayYI/Ih3Huf97m6t2kfMMrXKCvfREr794OGGqV2ibaZeex9USfOPQk/g==	AAECAwQFBgcICQoLDA0ODxAREhM=	PBKDF2	f	cyd	sonarqube	cyd	t	f	1714550400000	1714550400000
u-4	dan	Dan	dan@example.com	476e766e39c1b0cf6684c753ea5c5b6ce57d68cf	0123456789abcdef0123456789abcdef	\N	t	dan	sonarqube	dan	t	f	1714550400000	1714550400000
\.

--
-- PostgreSQL database dump complete
--

