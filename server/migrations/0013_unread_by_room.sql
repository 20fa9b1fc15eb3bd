-- Whether somebody was told of a room and has not looked since is asked with each message: one look by both, whatever
-- else they have not read. As before, the first column alone counts what is unread.
create index notification_unread_room_idx on notification (user_id, room_id) where read_at is null;
drop index notification_unread_idx;
