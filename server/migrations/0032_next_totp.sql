-- Another app that is being set up: the one that counts goes on until a code of it was entered.
alter table totp add column next_sealed bytea;
