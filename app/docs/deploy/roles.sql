-- Creates Laurel's database with two roles. Run it once, as an administrator of PostgreSQL: psql -f roles.sql
-- laurel_owner owns the tables: it runs db migrate, db restore, and db rollback.
-- laurel_app is for the server, the workers, and all other commands: it reads and writes rows, and nothing else.
-- Then set the passwords: \password laurel_owner and \password laurel_app

create role laurel_owner login;
create role laurel_app login;
create database laurel owner laurel_owner encoding 'UTF8' template template0;
revoke connect, temporary on database laurel from public;
grant connect on database laurel to laurel_app;

\connect laurel
create extension if not exists pg_trgm;
alter schema public owner to laurel_owner;
revoke all on schema public from public;
grant usage on schema public to laurel_app;

-- For the tables that migrations create, now and later.
alter default privileges for role laurel_owner in schema public
  grant select, insert, update, delete on tables to laurel_app;
alter default privileges for role laurel_owner in schema public
  grant usage, select on sequences to laurel_app;
