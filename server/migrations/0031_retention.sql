-- When somebody was last there, kept where their sessions go sooner, and when they were told that nobody is.
alter table app_user
  add column visited_at timestamptz not null default now(),
  add column dormant_told_at timestamptz;
-- Until now a session said when it began. It lives for 30 days from when it was last used.
update session set last_seen_at = greatest(last_seen_at, expires_at - interval '30 days');
update app_user set visited_at = greatest(created_at, last_login_at,
  (select max(last_seen_at) from session where user_id = app_user.id));
create index app_user_visited_at_idx on app_user (visited_at);

-- Since when nobody belongs to it; the nightly sweep writes it down.
alter table caregiver_group add column empty_since timestamptz;

-- Rows of caregivers go, too, with the last playdate that needs them. Who wrote a message or whom a notification is about
-- is an id then that leads nowhere: nothing looks for them by it, and no index has to be kept for that.
alter table message drop constraint message_sender_id_fkey;
alter table notification drop constraint notification_about_id_fkey;

-- What the audit log holds stays for 24 months, and can only be deleted after that.
drop trigger audit_log_stays on audit_log;
create trigger audit_log_stays before update on audit_log
  for each row execute function refuse_change();
create trigger audit_log_stays_for_its_time before delete on audit_log
  for each row when (old.created_at >= (now() at time zone 'UTC' - interval '24 months') at time zone 'UTC')
  execute function refuse_change();

-- What the nightly sweep looks for. Sessions have none: each use of one would write it anew.
create index playdate_came_to_nothing_idx on playdate (updated_at) where status <> 'accepted';
create index playdate_took_place_idx on playdate (accepted_time) where status = 'accepted';
create index connection_not_accepted_idx on connection (updated_at) where status <> 'accepted';
create index caregiver_unclaimed_idx on caregiver (created_at) where user_id is null and deleted_at is null;
create index caregiver_gone_idx on caregiver (id) where deleted_at is not null;
create index child_gone_idx on child (id) where deleted_at is not null;
create index mail_token_over_idx on mail_token (coalesce(used_at, expires_at));
create index app_user_origin_idx on app_user (created_at)
  where query_params <> '[]' or invite_hash is not null or invite_connection_id is not null;
create index group_membership_ended_idx on group_membership (updated_at) where status = 'rejected';
create index caregiver_group_empty_idx on caregiver_group (empty_since) where empty_since is not null;
create index report_closed_at_idx on report (closed_at) where closed_at is not null;
create index decision_created_at_idx on decision (created_at);
