-- Trigrams find no text of one or two signs: for those the lists' texts are indexed by their signs and pairs of signs.
-- What it costs is about true: to take the parts of each row instead of asking the index is the slowest of all.
create function short_parts(text text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
  select array_remove(
    string_to_array(lower(text), null)
      || string_to_array(regexp_replace(lower(text), '(..)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(lower(text), 2), '(..)', E'\\1\x01', 'g'), E'\x01'),
    '')
$$;

create index app_user_short_search on app_user
  using gin (short_parts(email || chr(10) || coalesce(query_params_text(query_params), '')));
create index caregiver_short_search on caregiver
  using gin (short_parts(btrim(name || ' ' || last_name) || chr(10) || phone_number || chr(10) || zip_code));
create index caregiver_group_short_search on caregiver_group using gin (short_parts(name));
create index pod_short_search on pod using gin (short_parts(name));
create index group_membership_short_search on group_membership using gin (short_parts(status));
create index crash_report_short_search on crash_report using gin (
  short_parts(state || chr(10) || component_name || chr(10) || error_name || chr(10) || error_message));
create index audit_log_short_search on audit_log using gin (
  short_parts(action || chr(10) || subject_kind || ' ' || coalesce(subject_id::text, '')));

-- Where all that fit are looked up, nothing is gained by knowing how many they are, which takes long to find out.
alter index pod_short_search alter column 1 set statistics 0;
alter index group_membership_short_search alter column 1 set statistics 0;
alter index crash_report_short_search alter column 1 set statistics 0;
alter index audit_log_short_search alter column 1 set statistics 0;

-- The audit log with a filter, in its usual order.
create index audit_log_actor_id_created_at_idx on audit_log (actor_id, created_at, id);
create index audit_log_action_created_at_idx on audit_log (action, created_at, id);
-- Few did everything. The planner, which is asked for some of all users, is to look for those, not to read all of it.
alter table audit_log alter column actor_id set (n_distinct = -1);
-- The wider one of the actor finds what this one found.
drop index audit_log_actor_id_idx;
