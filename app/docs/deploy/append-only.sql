-- Allows laurel_app only to add events, disclosures, and entries of their hash chain, and only to read which migrations ran.
-- Run it as an administrator of PostgreSQL or as laurel_owner, after the first db migrate, and after a restore into a new database:
-- psql -d laurel -f append-only.sql
-- A restore into a database that has the tables keeps these privileges.

\set ON_ERROR_STOP on

revoke update, delete on event, disclosure, disclosure_chain_entry from laurel_app;
revoke insert, update, delete on mikro_orm_migrations from laurel_app;
