-- A caregiver keeps their row for good, so nothing ever looks for their messages, or for what is about them, by it.
drop index message_sender_id_idx;
drop index notification_about_id_idx;
