-- Tables of the SuperTokens core as its plugin for PostgreSQL creates them, without their constraints, and invented users:
-- make-supertokens-sample.sh. The hashes are argon2-cffi's and bcrypt's of "correct horse", and the one that
-- firebase/scrypt publishes, of "user1password".
CREATE TABLE app_id_to_user_id (app_id VARCHAR(64) NOT NULL DEFAULT 'public', user_id CHAR(36) NOT NULL, recipe_id VARCHAR(128) NOT NULL, primary_or_recipe_user_id CHAR(36) NOT NULL, is_linked_or_is_a_primary_user BOOLEAN NOT NULL DEFAULT FALSE, PRIMARY KEY(app_id,user_id));
CREATE TABLE all_auth_recipe_users (app_id VARCHAR(64) DEFAULT 'public', tenant_id VARCHAR(64) DEFAULT 'public', user_id CHAR(36) NOT NULL, primary_or_recipe_user_id CHAR(36) NOT NULL, is_linked_or_is_a_primary_user BOOLEAN NOT NULL DEFAULT FALSE, recipe_id VARCHAR(128) NOT NULL, time_joined BIGINT NOT NULL, primary_or_recipe_user_time_joined BIGINT NOT NULL, PRIMARY KEY (app_id, tenant_id, user_id));
CREATE TABLE emailpassword_users (app_id VARCHAR(64) DEFAULT 'public', user_id CHAR(36) NOT NULL, email VARCHAR(256) NOT NULL, password_hash VARCHAR(256) NOT NULL, time_joined BIGINT NOT NULL, PRIMARY KEY (app_id,user_id));
CREATE TABLE thirdparty_users (app_id VARCHAR(64) DEFAULT 'public', third_party_id VARCHAR(28) NOT NULL, third_party_user_id VARCHAR(256) NOT NULL, user_id CHAR(36) NOT NULL, email VARCHAR(256) NOT NULL, time_joined BIGINT NOT NULL, PRIMARY KEY (app_id, user_id));
CREATE TABLE passwordless_users (app_id VARCHAR(64) DEFAULT 'public', user_id CHAR(36) NOT NULL, email VARCHAR(256), phone_number VARCHAR(256), time_joined BIGINT NOT NULL, PRIMARY KEY (app_id, user_id));
CREATE TABLE emailverification_verified_emails (app_id VARCHAR(64) DEFAULT 'public', user_id VARCHAR(128) NOT NULL, email VARCHAR(256) NOT NULL, PRIMARY KEY (app_id, user_id, email));
CREATE TABLE totp_user_devices (app_id VARCHAR(64) DEFAULT 'public', user_id VARCHAR(128) NOT NULL, device_name VARCHAR(256) NOT NULL, secret_key VARCHAR(256) NOT NULL, period INTEGER NOT NULL, skew INTEGER NOT NULL, verified BOOLEAN NOT NULL, created_at BIGINT, PRIMARY KEY (app_id, user_id, device_name));
CREATE TABLE userid_mapping (app_id VARCHAR(64) DEFAULT 'public', supertokens_user_id CHAR(36) NOT NULL, external_user_id VARCHAR(128) NOT NULL, external_user_id_info TEXT, PRIMARY KEY(app_id, supertokens_user_id, external_user_id));
INSERT INTO app_id_to_user_id VALUES
 ('public','00000000-0000-4000-8000-000000000001','emailpassword','00000000-0000-4000-8000-000000000001',true),
 ('public','00000000-0000-4000-8000-000000000002','thirdparty','00000000-0000-4000-8000-000000000001',true),
 ('public','00000000-0000-4000-8000-000000000003','emailpassword','00000000-0000-4000-8000-000000000003',false),
 ('public','00000000-0000-4000-8000-000000000004','passwordless','00000000-0000-4000-8000-000000000004',false),
 ('public','00000000-0000-4000-8000-000000000005','thirdparty','00000000-0000-4000-8000-000000000005',false),
 ('public','00000000-0000-4000-8000-000000000006','emailpassword','00000000-0000-4000-8000-000000000006',false),
 ('other','00000000-0000-4000-8000-000000000009','emailpassword','00000000-0000-4000-8000-000000000009',false);
INSERT INTO emailpassword_users VALUES
 ('public','00000000-0000-4000-8000-000000000001','ada@example.com','$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY',1714550400000),
 ('public','00000000-0000-4000-8000-000000000003','bob@example.com','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe',1714550400000),
 ('public','00000000-0000-4000-8000-000000000006','eve@example.com','$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==',1714550400000),
 ('other','00000000-0000-4000-8000-000000000009','zoe@example.com','$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe',1714550400000);
INSERT INTO thirdparty_users VALUES
 ('public','google','1081','00000000-0000-4000-8000-000000000002','ada@example.com',1714550400000),
 ('public','my-okta','1082','00000000-0000-4000-8000-000000000005','dan@example.com',1714550400000);
INSERT INTO passwordless_users VALUES ('public','00000000-0000-4000-8000-000000000004',NULL,'+15555550100',1714550400000);
INSERT INTO userid_mapping VALUES ('public','00000000-0000-4000-8000-000000000001','old-ada',NULL);
INSERT INTO emailverification_verified_emails VALUES ('public','old-ada','ada@example.com'),('public','00000000-0000-4000-8000-000000000003','bob-other@example.com'),('public','00000000-0000-4000-8000-000000000005','dan@example.com');
INSERT INTO totp_user_devices VALUES ('public','old-ada','phone','GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',30,1,true,NULL),('public','00000000-0000-4000-8000-000000000003','began','GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',30,1,false,NULL);
INSERT INTO all_auth_recipe_users SELECT app_id,'public',user_id,primary_or_recipe_user_id,is_linked_or_is_a_primary_user,recipe_id,1714550400000,1714550400000 FROM app_id_to_user_id;
