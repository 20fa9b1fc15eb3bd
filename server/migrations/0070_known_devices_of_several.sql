-- Several people may sign in on one browser, each known there.
alter table known_device drop constraint known_device_pkey, add primary key (hash, user_id);
