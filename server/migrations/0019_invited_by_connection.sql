-- Whose link somebody registered by, by the connection that waits for them: its link may be another one until they have
-- a profile. No foreign key: where the invitation was taken back, this leads nowhere.
alter table app_user add column invite_connection_id uuid;
