-- Of an inviter's invitations to a number one waits at a time. Whoever came by its link may have another number, and
-- that one can be invited still. Whether whoever is asked said no before is looked up.
drop index connection_number_key;
create unique index connection_number_key on connection (inviter_id, invitee_phone_number) where invitee_id is null;
