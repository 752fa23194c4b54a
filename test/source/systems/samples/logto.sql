--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.users (tenant_id, id, username, primary_email, primary_phone, password_encrypted, password_encryption_method, identities, mfa_verifications, is_suspended, custom_data) FROM stdin;
default	id-ada	ada	ada@example.com	15555550100	$argon2i$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$NyR7rMhhgUpv4Lye0aYLLEVDmzMlzxW++VJlHqo25uc	Argon2i	{}	[{"type": "Totp", "id": "m1", "createdAt": "2024-05-01 10:00:00.123456+00", "key": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}, {"type": "BackupCode", "id": "m2", "createdAt": "2024-05-01 10:00:00.123456+00", "codes": [{"code": "not to be kept"}]}]	f	{}
default	id-bob	bob	bob@example.com	\N	\N	\N	{"google": {"userId": "1081", "details": {"email": "bob@gmail.example"}}}	[]	f	{}
default	id-cyd	cyd	cyd@example.com	\N	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	Bcrypt	{}	[]	t	{}
default	id-dan	dan	dan@example.com	\N	4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631	SHA256	{}	[]	f	{}
default	id-eve	eve	eve@example.com	\N	["sha256", ["salt", "@"], "00"]	Legacy	{}	[]	f	{}
\.

--
-- PostgreSQL database dump complete
--

