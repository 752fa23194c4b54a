--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.auth_user (id, first_name, last_name, email, password, registration_key, reset_password_key, registration_id) FROM stdin;
1	Ada	L	ada@example.com	pbkdf2(1000,20,sha512)$a1b2c3d4e5f60718$cc5121b939f9c2ea273e1115f401a83cf8472c5a		not to be kept	
2	Bob	L	bob@example.com	sha512$a1b2c3d4e5f60718$48254ae9ac48ce23da86b0fa2a9ad69a934c5f442a8ff6a9b6949214d3332191077827fa8f7dc439f35c69e4b40208981aaaf36eb8af984d9b222c11e22efeba		not to be kept	
3	Cyd	L	cyd@example.com	pbkdf2(1000,20,sha512)$a1b2c3d4e5f60718$cc5121b939f9c2ea273e1115f401a83cf8472c5a	blocked	not to be kept	
4	Dan	L	dan@example.com	pbkdf2(1000,20,sha512)$a1b2c3d4e5f60718$cc5121b939f9c2ea273e1115f401a83cf8472c5a	5c0d1b5e	not to be kept	
\.

--
-- PostgreSQL database dump complete
--

