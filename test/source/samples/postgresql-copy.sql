--
-- PostgreSQL database dump
--

\restrict token

-- Dumped from database version 0
-- Dumped by pg_dump version 0

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: auth; Type: SCHEMA; Schema: -; Owner: sample
--

CREATE SCHEMA auth;


ALTER SCHEMA auth OWNER TO sample;

--
-- Name: f(); Type: FUNCTION; Schema: auth; Owner: sample
--

CREATE FUNCTION auth.f() RETURNS integer
    LANGUAGE plpgsql
    AS $$ BEGIN INSERT INTO auth.users (id) VALUES (8); RETURN 1; END $$;


ALTER FUNCTION auth.f() OWNER TO sample;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: users; Type: TABLE; Schema: auth; Owner: sample
--

CREATE TABLE auth.users (
    id integer NOT NULL,
    email text,
    password character varying(60),
    bio text,
    raw bytea,
    active boolean,
    mail_at text GENERATED ALWAYS AS (lower(email)) STORED
);


ALTER TABLE auth.users OWNER TO sample;

--
-- Name: posts; Type: TABLE; Schema: public; Owner: sample
--

CREATE TABLE public.posts (
    id integer,
    body text
);


ALTER TABLE public.posts OWNER TO sample;

--
-- Name: users; Type: TABLE; Schema: public; Owner: sample
--

CREATE TABLE public.users (
    id integer,
    nick text
);


ALTER TABLE public.users OWNER TO sample;

--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: sample
--

COPY auth.users (id, email, password, bio, raw, active) FROM stdin;
1	ada@example.com	$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW	it's a back\\slash\na line\ta tab é	\\x00ff	t
2	bob@example.com	\N		\N	t
3	o'neil@example.com	$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW	),(4,'x','y','z',NULL,NULL),(	\\x00ff	t
4	semi;colon@example.com	$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW	-- not a comment; /* nor this */ $$ nor this	\\x00ff	\N
5	last@example.com	$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW	INSERT INTO users VALUES (6);	\\x00ff	t
\.


--
-- Data for Name: posts; Type: TABLE DATA; Schema: public; Owner: sample
--

COPY public.posts (id, body) FROM stdin;
1	it's; \\ a\nline
\.


--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: sample
--

COPY public.users (id, nick) FROM stdin;
7	\N
\.


--
-- Name: users users_email_key; Type: CONSTRAINT; Schema: auth; Owner: sample
--

ALTER TABLE ONLY auth.users
    ADD CONSTRAINT users_email_key UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: auth; Owner: sample
--

ALTER TABLE ONLY auth.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--

\unrestrict token

