-- What a caregiver's list of playdates is chosen and ordered by stands beside the caregiver, so that one index holds
-- each list as it is shown, however many playdates are past. Triggers keep it the same as in `playdate`, also for a
-- process that knows nothing of it.
alter table playdate_caregiver
  add column playdate_status text,
  -- the accepted time; null before there is one
  add column playdate_time timestamptz;

create function copy_playdate_state() returns trigger language plpgsql as $$
begin
  select status, accepted_time into new.playdate_status, new.playdate_time
    from playdate where id = new.playdate_id;
  return new;
end
$$;
create trigger playdate_caregiver_has_state before insert on playdate_caregiver
  for each row when (new.playdate_status is null) execute function copy_playdate_state();

create function spread_playdate_state() returns trigger language plpgsql as $$
begin
  update playdate_caregiver set playdate_status = new.status, playdate_time = new.accepted_time
    where playdate_id = new.id;
  return null;
end
$$;
create trigger playdate_spreads_state after update of status, accepted_time on playdate
  for each row when (old.status <> new.status or old.accepted_time is distinct from new.accepted_time)
  execute function spread_playdate_state();

update playdate_caregiver set playdate_status = playdate.status, playdate_time = playdate.accepted_time
  from playdate where playdate.id = playdate_caregiver.playdate_id;

create index playdate_caregiver_accepted_idx on playdate_caregiver (caregiver_id, playdate_time, playdate_id)
  where playdate_status = 'accepted';
create index playdate_caregiver_pending_idx on playdate_caregiver (caregiver_id, playdate_id)
  where playdate_status = 'pending';
