-- Administrators search their lists for a text anywhere in a row: one text for each table, the columns in lines.
-- Trigrams find it without reading the whole table, where the server has them and lets us; without them a search is
-- slower and finds the same.
create function query_params_text(params jsonb) returns text language sql immutable parallel safe as $$
  select string_agg((pair ->> 'name') || ' : ' || (pair ->> 'value'), ', ') from jsonb_array_elements(params) as pair
$$;

do $$
begin
  create extension if not exists pg_trgm;
  create index app_user_search on app_user
    using gin ((email || chr(10) || coalesce(query_params_text(query_params), '')) gin_trgm_ops);
  create index caregiver_search on caregiver using gin (
    (btrim(name || ' ' || last_name) || chr(10) || phone_number || chr(10) || zip_code) gin_trgm_ops);
  -- What other tables' lists show of these two.
  create index app_user_email_search on app_user using gin (email gin_trgm_ops);
  create index caregiver_name_search on caregiver using gin (btrim(name || ' ' || last_name) gin_trgm_ops);
  create index caregiver_group_search on caregiver_group using gin (name gin_trgm_ops);
  create index pod_search on pod using gin (name gin_trgm_ops);
  create index group_membership_search on group_membership using gin (status gin_trgm_ops);
  create index crash_report_search on crash_report using gin (
    (state || chr(10) || component_name || chr(10) || error_name || chr(10) || error_message) gin_trgm_ops);
  create index audit_log_search on audit_log using gin (
    (action || chr(10) || subject_kind || ' ' || coalesce(subject_id::text, '')) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'Without pg_trgm the lists of administrators are searched without an index: %', sqlerrm;
end
$$;

-- Whose deeds they are is looked up in the users first.
create index audit_log_actor_id_idx on audit_log (actor_id);

-- Who has no last name is ordered, searched and filtered by the first alone, without a blank behind it.
drop index caregiver_name_idx;
create index caregiver_name_idx on caregiver (lower(btrim(name || ' ' || last_name)), id) where deleted_at is null;
