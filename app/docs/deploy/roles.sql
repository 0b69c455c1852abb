-- Creates Laurel's database with two roles. Run it once, as an administrator of PostgreSQL: psql -f roles.sql
-- laurel_owner owns the tables: it runs db migrate, db restore, and db rollback.
-- laurel_app is for the server, the workers, and all other commands: it reads and writes rows, and nothing else.
-- Then set the passwords: \password laurel_owner and \password laurel_app
-- For another database with the same roles, like one to try a restore in: psql -v database=laurel_drill -f roles.sql

\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database laurel
\endif

select format('create role %I login', name) from unnest(array['laurel_owner', 'laurel_app']) name
where not exists (select from pg_roles where rolname = name) \gexec
create database :"database" owner laurel_owner encoding 'UTF8' template template0;
revoke connect, temporary on database :"database" from public;
grant connect on database :"database" to laurel_app;

\connect :"database"
create extension if not exists pg_trgm;
alter schema public owner to laurel_owner;
revoke all on schema public from public;
grant usage on schema public to laurel_app;

-- For the tables that migrations create, now and later.
alter default privileges for role laurel_owner in schema public
  grant select, insert, update, delete on tables to laurel_app;
alter default privileges for role laurel_owner in schema public
  grant usage, select on sequences to laurel_app;
