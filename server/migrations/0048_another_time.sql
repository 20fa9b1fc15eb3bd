-- A request for another time of a confirmed playdate: that stands until the yes to this one.
alter table playdate add column replaces_id uuid references playdate on delete set null;
create index playdate_replaces_id_idx on playdate (replaces_id) where replaces_id is not null;
-- One at a time.
create unique index playdate_replaces_id_pending_idx on playdate (replaces_id) where status = 'pending';

-- Whatever calls a playdate off, also in a process that knows nothing of this, takes its request for another time along.
create function end_request_for_another_time() returns trigger language plpgsql as $$
begin
  update playdate set status = 'cancelled', cancelled_by = new.cancelled_by, cancel_cause = new.cancel_cause,
      version = version + 1, updated_at = now()
    where replaces_id = new.id and status = 'pending';
  return null;
end
$$;
create trigger playdate_ends_request_for_another_time after update of status on playdate
  for each row when (old.status = 'accepted' and new.status <> 'accepted')
  execute function end_request_for_another_time();
