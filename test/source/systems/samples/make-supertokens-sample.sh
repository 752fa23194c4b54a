#!/bin/sh
# supertokens.ndjson: the users of supertokens-tables.sql, asked for with the query that `credport sources supertokens`
# prints, in a PostgreSQL of its own by a role that may read the eight tables and nothing else.
# Usage, as a user who may run PostgreSQL's programs, after npm run build: make-supertokens-sample.sh
set -eu
here=$(dirname "$(readlink -f "$0")")
folder=$(mktemp -d)
trap 'pg_ctl -D "$folder/data" -m immediate stop >/dev/null; rm -r "$folder"' EXIT
initdb -D "$folder/data" -A trust >/dev/null
pg_ctl -D "$folder/data" -o "-k $folder -c listen_addresses=" -l "$folder/log" -w start >/dev/null
PGHOST=$folder
export PGHOST
psql -q postgres -f "$here/supertokens-tables.sql"
psql -q postgres -c "CREATE ROLE export LOGIN" -c "GRANT SELECT ON app_id_to_user_id, userid_mapping, emailpassword_users,
  thirdparty_users, passwordless_users, emailverification_verified_emails, totp_user_devices, all_auth_recipe_users TO export"
node "$here/../../../../dist/cli/main.js" sources supertokens | sed -n '/^WITH/,/;$/p' > "$folder/query.sql"
psql -U export --quiet --no-align --tuples-only --file="$folder/query.sql" postgres > "$here/supertokens.ndjson"
