--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

COPY public.legacy_hash ("_key", data, type) FROM stdin;
user:1:settings	{"showemail": "1"}	hash
global	{"nextUid": 5}	hash
users:joindate	{"value": "1", "score": 1714550400000}	hash
user:1	{"username": "Ada", "userslug": "ada", "joindate": 1714550400000, "lastonline": 1714550400000, "status": "online", "uid": 1, "email": "ada@example.com", "email:confirmed": 1, "password": "$2y$04$CCCCCCCCCCCCCCCCCCCCC.78zDCCDJ9s2K0ASqu5jImZWsaCUw8Tu", "password:shaWrapped": 1, "passwordExpiry": 0, "rss_token": "not to be kept", "postcount": 3, "reputation": 0, "banned": 0, "groupTitle": ""}	hash
user:2	{"username": "bob", "userslug": "bob", "joindate": 1714550400000, "lastonline": 1714550400000, "status": "online", "uid": 2, "email": "bob@example.com", "email:confirmed": 1, "password": "$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe", "passwordExpiry": 0, "rss_token": "not to be kept", "postcount": 3, "reputation": 0, "banned": 0, "groupTitle": ""}	hash
user:3	{"username": "cyd", "userslug": "cyd", "joindate": 1714550400000, "lastonline": 1714550400000, "status": "online", "uid": 3, "email": "cyd@example.com", "email:confirmed": 1, "password": "$2y$04$CCCCCCCCCCCCCCCCCCCCC.78zDCCDJ9s2K0ASqu5jImZWsaCUw8Tu", "password:shaWrapped": 1, "passwordExpiry": 0, "rss_token": "not to be kept", "postcount": 3, "reputation": 0, "banned": 1, "groupTitle": "", "banned:expire": 0}	hash
user:4	{"username": "dan", "userslug": "dan", "joindate": 1714550400000, "lastonline": 1714550400000, "status": "online", "uid": 4, "email": "dan@example.com", "email:confirmed": 1, "password": "$2y$04$CCCCCCCCCCCCCCCCCCCCC.78zDCCDJ9s2K0ASqu5jImZWsaCUw8Tu", "password:shaWrapped": 1, "passwordExpiry": 0, "rss_token": "not to be kept", "postcount": 3, "reputation": 0, "banned": 1, "groupTitle": "", "banned:expire": 1714550400000}	hash
user:5	{"username": "Kim", "userslug": "kim", "joindate": 1714550400000, "lastonline": 1714550400000, "status": "online", "uid": 5, "email": "kim@example.com", "email:confirmed": 0, "passwordExpiry": 0, "rss_token": "not to be kept", "postcount": 3, "reputation": 0, "banned": 0, "groupTitle": "", "gplusid": "108100"}	hash
2factor:uid:key	{"1": "6c84fb90-12c4-11e1-840d-7b25c5ee775a", "77": "6c84fb90-12c4-11e1-840d-7b25c5ee775a"}	hash
\.

--
-- PostgreSQL database dump complete
--

