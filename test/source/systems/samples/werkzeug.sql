--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.users (id, email, username, role_id, password_hash, confirmed, name, location, about_me, member_since, last_seen, avatar_hash) FROM stdin;
1	ada@example.com	ada	1	scrypt:1024:8:1$0123456789abcdef$ea0dee985fae56b26c39b69366121b6d3960aef38415c088b5dc128ed3c5ebb3bacbd06fdd6c26cfd8ac7ef5301ff1b8cd72584bae5b3a0c074b79b4db9772ae	t	Ada	\N	It's me	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	8c8d357b5e872bbacd45197626bd5759
2	bob@example.com	bob	1	pbkdf2:sha256:1000$abcdefgh$2f415c178ddc57769f22900f6fc9b3541d01b81d7f9d91f6094a7f01f84f1868	f	Bob	\N	It's me	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	9f9d51bc70ef21ca5c14f307980a29d8
3	cyd@example.com	cyd	1	\N	t	Cyd	\N	It's me	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	f8830330f3b627ee708e7822a7a5a98d
4	dan@example.com	dan	1	$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe	t	Dan	\N	It's me	2024-05-02 11:30:00.123456	2024-05-02 11:30:00.123456	9180b4da3f0c7e80975fad685f7f134e
\.

--
-- PostgreSQL database dump complete
--

