--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.users (id, createat, updateat, deleteat, username, password, authdata, authservice, email, emailverified, nickname, firstname, lastname, roles, props, failedattempts, locale, mfaactive, mfasecret) FROM stdin;
adaadaadaxxxxxxxxxxxxxxxxx	1714550400000	1714550400000	0	ada	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	\N		ada@example.com	t		Ada		system_user	{}	0	en	t	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
bobbobbobxxxxxxxxxxxxxxxxx	1714550400000	1714550400000	0	bob	$pbkdf2$f=SHA256,w=1000,l=32$AAECAwQFBgcICQoLDA0ODw$AhaeZ02AwPxykuhhDI8XvhQN8GKvmqM+qF6qvs/98I0	\N		bob@example.com	t		Bob		system_user	{}	0	en	f	
cydcydcydxxxxxxxxxxxxxxxxx	1714550400000	1714550400000	1714550400000	cyd	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	\N		cyd@example.com	t		Cyd		system_user	{}	0	en	f	
dandandanxxxxxxxxxxxxxxxxx	1714550400000	1714550400000	0	dan		77	gitlab	dan@example.com	t		Dan		system_user	{}	0	en	f	
eveeveevexxxxxxxxxxxxxxxxx	1714550400000	1714550400000	0	eve	$2a$04$4y.CtJfe.02eh7yj2ww1we7kpkIaXCR6w/DUYtIYwl6JPIM2Ge5Em	\N		eve@example.com	f		Eve		system_user	{}	0	en	f	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
\.

--
-- PostgreSQL database dump complete
--

