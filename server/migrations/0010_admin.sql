-- What administrators did. It names nobody, so that erasing somebody changes nothing in it.
create table audit_log (
  id uuid primary key,
  created_at timestamptz not null default now(),
  -- no foreign keys: what was done stays told when whoever did it, or what it was done to, is gone
  actor_id uuid not null,
  -- the name of the call, for example users.save
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  -- { field: { before, after } }; what an erasure would have to find again is hidden
  changes jsonb not null
);
create index audit_log_created_at_idx on audit_log (created_at, id);
create index audit_log_action_idx on audit_log (action, id);
create index audit_log_subject_idx on audit_log ((subject_kind || ' ' || coalesce(subject_id::text, '')), id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end
$$;
create trigger audit_log_stays before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();

-- A profile that an administrator made waits for whoever registers by its link.
alter table caregiver
  add column claim_hash bytea unique,
  add column claim_expires_at timestamptz,
  add check (claim_hash is null or user_id is null);

alter table crash_report
  add column state text not null default 'new' check (state in ('new', 'seen', 'solved'));

-- What an administrator tells many; it leaves in batches, by the ids of the users.
create table broadcast (
  id uuid primary key,
  title text not null,
  url text not null,
  -- null: to everybody. Without the group there is nobody to tell.
  group_id uuid references caregiver_group on delete cascade,
  -- the last user of the last batch
  told_until uuid,
  done_at timestamptz,
  created_at timestamptz not null default now()
);
create index broadcast_group_id_idx on broadcast (group_id) where group_id is not null;
create index broadcast_created_at_idx on broadcast (created_at);

-- The lists of the administrators, in each order that they are asked for. The id tells what is the same apart.
create index app_user_created_at_idx on app_user (created_at, id);
create index app_user_last_login_at_idx on app_user (coalesce(last_login_at, timestamptz 'epoch'), id);
create index app_user_is_admin_idx on app_user (is_admin, id);
-- An index takes 2,700 bytes at most.
create index app_user_query_params_idx on app_user (left(query_params::text, 200), id);
create index caregiver_name_idx on caregiver (lower(name || ' ' || last_name), id) where deleted_at is null;
create index caregiver_zip_code_idx on caregiver (zip_code, id) where deleted_at is null;
create index caregiver_created_at_idx on caregiver (created_at, id) where deleted_at is null;
create index caregiver_group_name_idx on caregiver_group (lower(name), id);
create index caregiver_group_created_at_idx on caregiver_group (created_at, id);
create index pod_name_idx on pod (lower(name), id);
create index pod_created_at_idx on pod (created_at, id);
create index group_membership_created_at_idx on group_membership (created_at, id);
create index group_membership_status_idx on group_membership (status, id);
create index group_membership_is_group_admin_idx on group_membership (is_group_admin, id);
create index crash_report_state_idx on crash_report (state, id);
create index crash_report_component_name_idx on crash_report (lower(component_name), id);
create index crash_report_error_name_idx on crash_report (lower(error_name), id);
create index crash_report_error_message_idx on crash_report (lower(left(error_message, 200)), id);
