-- Whatever a caregiver or a user leaves behind is found without reading whole tables.
create index message_sender_id_idx on message (sender_id);
create index chat_read_caregiver_id_idx on chat_read (caregiver_id);
create index playdate_child_caregiver_id_idx on playdate_child (caregiver_id);
create index playdate_last_submitted_by_idx on playdate (last_submitted_by);
create index chat_room_recipient_id_idx on chat_room (recipient_id) where recipient_id is not null;
create index crash_report_user_id_idx on crash_report (user_id);
