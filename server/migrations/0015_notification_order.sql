-- The newest of a user's notifications by the database's clock, not by that of the process which made the id.
create index notification_newest_idx on notification (user_id, created_at desc, id desc);
drop index notification_user_id_idx;
