-- Allows laurel_app only to add events, disclosures, and entries of their hash chain, and only to read which migrations ran. Run it once, as laurel_owner, after the
-- first db migrate: psql -h localhost -U laurel_owner -f append-only.sql laurel
-- Restores keep these privileges.

revoke update, delete on event, disclosure, disclosure_chain_entry from laurel_app;
revoke insert, update, delete on mikro_orm_migrations from laurel_app;
