#!/bin/sh
# Creates the logins and the database. The image of PostgreSQL runs it once, on an empty volume.
set -eu

OWNER_PASSWORD=$(cat /run/secrets/owner-password)
WEB_PASSWORD=$(cat /run/secrets/web-password)

psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
create role sixdoors_app nologin;
create role sixdoors_payments nologin;
create role sixdoors_owner login password '$OWNER_PASSWORD';
create role sixdoors_web login password '$WEB_PASSWORD';
grant sixdoors_app, sixdoors_payments to sixdoors_owner, sixdoors_web;
grant pg_read_all_stats to sixdoors_owner;
create database sixdoors owner sixdoors_owner encoding 'UTF8' template template0;
SQL
