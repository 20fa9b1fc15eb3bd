-- What a notification says: a message of the contract and its parameters, put together when it is read. Null in what
-- the release before wrote; `title` stays for it.
alter table notification add column message text, add column params jsonb;
