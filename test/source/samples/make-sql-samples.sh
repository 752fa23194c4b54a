#!/bin/sh
# Makes the SQL samples beside it with the databases' own programs, of the same five rows:
#   sh make-sql-samples.sh [FOLDER]
# Needs sqlite3, and where they are there: initdb, pg_ctl and pg_dump of PostgreSQL (PGBIN), mariadbd,
# mariadb-install-db and mariadb-dump (on the PATH). A database that is missing is left out.
# Versions, dates and random tokens that the programs write are replaced, so that the files stay as they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
hash='$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

rows() { # $1: how a text with a quotation mark, backslash, line end, tab and é is written; $2: bytes; $3: true
  cat <<ROWS
INSERT INTO users (id, email, password, bio, raw, active) VALUES
  (1, 'ada@example.com', '$hash', $1, $2, $3),
  (2, 'bob@example.com', NULL, '', NULL, $3),
  (3, 'o''neil@example.com', '$hash', '),(4,''x'',''y'',''z'',NULL,NULL),(', $2, $3),
  (4, 'semi;colon@example.com', '$hash', '-- not a comment; /* nor this */ \$\$ nor this', $2, NULL),
  (5, 'last@example.com', '$hash', 'INSERT INTO users VALUES (6);', $2, $3);
ROWS
}

make_sqlite() {
  {
    printf 'CREATE TABLE posts (id INTEGER PRIMARY KEY, body TEXT);\n'
    printf "INSERT INTO posts VALUES (1, 'it''s; (fine)');\n"
    printf 'CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT UNIQUE, "password" VARCHAR(60), bio TEXT, raw BLOB, active BOOLEAN, CHECK (id > 0));\n'
    printf 'CREATE TRIGGER keep AFTER DELETE ON users BEGIN INSERT INTO posts VALUES (old.id, old.bio); SELECT 1; END;\n'
    rows "'it''s a back\\slash' || char(10) || 'a line' || char(9) || 'a tab é'" "x'00ff'" 1
  } | sqlite3 "$tmp/sample.db"
  sqlite3 "$tmp/sample.db" .dump > "$out/sqlite.sql"
}

make_postgresql() {
  run() { if [ "$(id -u)" = 0 ]; then su -s /bin/sh nobody -c "$*"; else sh -c "$*"; fi }
  mkdir "$tmp/pg" && chmod 755 "$tmp" && chmod 777 "$tmp/pg"
  run "$PGBIN/initdb -D $tmp/pg/data -E UTF8 --no-locale -U sample >/dev/null"
  run "$PGBIN/pg_ctl -D $tmp/pg/data -o \"-k $tmp/pg -c listen_addresses=''\" -w -l $tmp/pg/log start >/dev/null"
  psql() { run "$PGBIN/psql -q -v ON_ERROR_STOP=1 -h $tmp/pg -U sample -d postgres -f $1"; }
  {
    printf 'CREATE SCHEMA auth;\nCREATE TABLE posts (id int, body text);\n'
    printf "INSERT INTO posts VALUES (1, E'it''s; \\\\\\\\ a\\nline');\n"
    printf 'CREATE TABLE auth.users (id int PRIMARY KEY, email text UNIQUE, "password" varchar(60), bio text, raw bytea, active boolean, mail_at text GENERATED ALWAYS AS (lower(email)) STORED);\n'
    printf 'CREATE TABLE public.users (id int, nick text);\nINSERT INTO public.users VALUES (7, NULL);\n'
    printf 'CREATE FUNCTION auth.f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO auth.users (id) VALUES (8); RETURN 1; END $body$;\n'
    printf 'SET search_path = auth;\n'
    rows "E'it''s a back\\\\slash\\na line\\ta tab é'" "'\\x00ff'" true
  } > "$tmp/sample.sql"
  chmod 644 "$tmp/sample.sql"
  psql "$tmp/sample.sql"
  for form in copy inserts; do
    options=$([ $form = copy ] || echo --rows-per-insert=3)
    run "$PGBIN/pg_dump -h $tmp/pg -U sample $options postgres" > "$tmp/$form.sql"
    sed -E 's/^(-- Dumped (from|by) .*version) .*/\1 0/; s/^(\\(un)?restrict) .*/\1 token/' "$tmp/$form.sql" > "$out/postgresql-$form.sql"
  done
  run "$PGBIN/pg_ctl -D $tmp/pg/data -m immediate stop >/dev/null"
}

make_mariadb() {
  root=$([ "$(id -u)" = 0 ] && echo --user=root || echo)
  mariadb-install-db --no-defaults ${MARIADB_BASE:+--basedir=$MARIADB_BASE} $root --datadir="$tmp/maria" --auth-root-authentication-method=normal >/dev/null 2>&1
  mariadbd --no-defaults ${MARIADB_BASE:+--basedir=$MARIADB_BASE --lc-messages-dir=$MARIADB_BASE/share/mysql} $root --datadir="$tmp/maria" --socket="$tmp/m.sock" --pid-file="$tmp/m.pid" --skip-networking >"$tmp/m.log" 2>&1 &
  for _ in $(seq 60); do [ -S "$tmp/m.sock" ] && break; sleep 0.5; done
  client() { mariadb --no-defaults -uroot --socket="$tmp/m.sock" --default-character-set=utf8mb4 "$@"; }
  {
    printf 'CREATE DATABASE sample CHARACTER SET utf8mb4; USE sample;\n'
    printf 'CREATE TABLE posts (id int, body text);\nINSERT INTO posts VALUES (1, "it'"'"'s; \\\\ (fine)");\n'
    printf 'CREATE TABLE users (id int PRIMARY KEY, email varchar(190) UNIQUE, password varchar(60), bio text, raw blob, active tinyint(1), KEY `by, password` (password)) COMMENT="it'"'"'s (users)";\n'
    printf 'DELIMITER ;;\nCREATE TRIGGER keep AFTER DELETE ON users FOR EACH ROW BEGIN INSERT INTO posts VALUES (old.id, old.bio); END;;\nDELIMITER ;\n'
    rows "'it''s a back\\\\slash\\na line\\ta tab é'" "x'00ff'" 1
  } | client
  for form in plain hex-blob complete-insert; do
    options=$([ $form = plain ] || echo --$form)
    mariadb-dump --no-defaults -uroot --socket="$tmp/m.sock" --default-character-set=utf8mb4 $options sample |
      sed -E 's/^-- (MariaDB|MySQL) dump .*/-- \1 dump 0/; s/^(-- Server version).*/\1 0/; s/^(-- Dump completed).*/\1/' > "$out/mariadb-$form.sql"
  done
  kill "$(cat "$tmp/m.pid")"
  wait
}

make_sqlite
if [ -n "${PGBIN:-}" ]; then make_postgresql; fi
if command -v mariadbd >/dev/null; then make_mariadb; fi
