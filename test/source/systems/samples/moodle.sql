--
-- PostgreSQL database dump
--

COPY public.mdl_tool_mfa (id, userid, factor, secret, label, timecreated, createdfromip, timemodified, lastverified, revoked, lockcounter) FROM stdin;
1	3	totp	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP	Pixel	1	127.0.0.1	1	0	0	0
2	3	email	c2VjcmV0		1	127.0.0.1	1	0	0	0
3	4	totp	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP	Old	1	127.0.0.1	1	0	1	0
\.

COPY public.mdl_user (id, auth, confirmed, policyagreed, deleted, suspended, mnethostid, username, password, idnumber, firstname, lastname, email, emailstop, phone1, phone2, lang, lastaccess, secret) FROM stdin;
1	manual	1	0	0	0	1	guest	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Guest user	 	root@localhost	0			en	0	
2	manual	1	0	0	0	1	admin	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Ada	Admin	ada@example.com	0			en	0	
3	email	1	0	0	0	1	kim	$6$rounds=10000$moodlesalt123456$ysgOZkkEyQ/frrPPr2k2Lgr3C./HnBtZ5uuMv3ASGQZPzHRXYgBQP1TL2iX/FIgXDxiKRTKl0qHOhdPpTPOkq.		Kim	K	kim@example.com	0	0151 1	 	en	0	abcdefghij
4	email	1	0	0	0	1	lee	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Lee	L	lee@example.com	0			en	0	
5	email	0	0	0	0	1	new	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		New	N	new@example.com	0			en	0	abcdefghij
6	manual	1	0	1	0	1	gone@example.com.1700000000	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Gone	G	3cb4e732631f47e6eb961f34554b7cde	0			en	0	
7	manual	1	0	0	1	1	paused	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Paused	P	paused@example.com	0			en	0	
8	ldap	1	0	0	0	1	staff	not cached		Staff	S	staff@example.com	0			en	0	
9	nologin	1	0	0	0	1	parked	$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW		Parked	P	parked@example.com	0			en	0	
\.

--
-- PostgreSQL database dump complete
--
