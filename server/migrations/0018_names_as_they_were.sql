-- A playdate that is over or off keeps the names that its children had then: whoever shares nothing else with a child
-- any more learns nothing new of it. Triggers store them, also for a process that knows nothing of it.
alter table playdate_child
  add column first_name text,
  add column last_name_initial text;

-- Over: it has taken place. Off: it was rejected or cancelled.
create function playdate_is_over(status text, accepted_time timestamptz, duration_minutes integer) returns boolean
  language sql stable
  return status in ('rejected', 'cancelled')
    or status = 'accepted' and accepted_time + make_interval(mins => duration_minutes) <= now();

create function copy_child_name() returns trigger language plpgsql as $$
begin
  select first_name, last_name_initial into new.first_name, new.last_name_initial
    from child where id = new.child_id;
  return new;
end
$$;
create trigger playdate_child_has_name before insert on playdate_child
  for each row when (new.first_name is null) execute function copy_child_name();

-- Another name counts for what is open or to come; an erased child has none anywhere.
create function spread_child_name() returns trigger language plpgsql as $$
begin
  update playdate_child set first_name = new.first_name, last_name_initial = new.last_name_initial
    from playdate
    where playdate_child.child_id = new.id and playdate.id = playdate_child.playdate_id
      and (new.deleted_at is not null
        or not playdate_is_over(playdate.status, playdate.accepted_time, playdate.duration_minutes));
  return null;
end
$$;
create trigger child_spreads_name after update of first_name, last_name_initial, deleted_at on child
  for each row when (old.first_name <> new.first_name or old.last_name_initial <> new.last_name_initial
    or old.deleted_at is distinct from new.deleted_at)
  execute function spread_child_name();

update playdate_child set first_name = child.first_name, last_name_initial = child.last_name_initial
  from child where child.id = playdate_child.child_id;
