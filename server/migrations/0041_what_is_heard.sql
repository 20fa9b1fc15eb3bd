-- What somebody wants to hear, and when. Whoever has an account hears as before, and gets mails once a day; who comes
-- after this gets them soon. Quiet hours are whole hours on the clock of the profile's zone, over midnight or not.
alter table app_user
  add column mail text not null default 'daily' check (mail in ('soon', 'daily', 'off')),
  add column quiet_from smallint default 21 check (quiet_from between 0 and 23),
  add column quiet_to smallint default 7 check (quiet_to between 0 and 23),
  add constraint app_user_quiet_check check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to);
alter table app_user alter column mail set default 'soon';

alter table notification
  add column playdate_id uuid references playdate on delete cascade,
  -- can't wait for the day's mail
  add column is_urgent boolean not null default false,
  -- When what was moved or called off within a day of its start starts, before or after it. Nothing switches it off.
  -- Null in all others.
  add column starts_at timestamptz,
  -- When what is held until then is to be pushed or mailed; null where nothing is left to do.
  add column push_due_at timestamptz,
  add column mail_due_at timestamptz;
create index notification_playdate_id_idx on notification (playdate_id) where playdate_id is not null;
create index notification_push_due_idx on notification (push_due_at) where push_due_at is not null;
create index notification_mail_due_idx on notification (mail_due_at) where mail_due_at is not null;

-- The first moment after the given one at which a clock on the wall of that zone shows that full hour, or skips it. A
-- zone that is not known here counts as UTC.
create function next_hour(at timestamptz, hour integer, zone text) returns timestamptz
language plpgsql immutable as $$
declare
  shown timestamp;
  found timestamptz;
begin
  shown := date_trunc('day', at at time zone zone) + make_interval(hours => hour);
  loop
    -- The second time where clocks are set back over it.
    found := shown at time zone zone;
    if found - interval '1 hour' > at and (found - interval '1 hour') at time zone zone = shown then
      return found - interval '1 hour';
    elsif found > at then
      return found;
    end if;
    shown := shown + interval '1 day';
  end loop;
exception when invalid_parameter_value then
  return next_hour(at, hour, 'UTC');
end
$$;

-- That moment where it is outside of quiet hours, or there are none; else their end.
create function after_quiet(at timestamptz, quiet_from integer, quiet_to integer, zone text) returns timestamptz
language plpgsql immutable as $$
declare
  hour integer;
begin
  hour := extract(hour from at at time zone zone);
  if quiet_from is null or (hour - quiet_from + 24) % 24 >= (quiet_to - quiet_from + 24) % 24 then
    return at;
  end if;
  -- Where the hour at which they end is skipped, the next may be quiet again.
  return after_quiet(next_hour(at, quiet_to, zone), quiet_from, quiet_to, zone);
exception when invalid_parameter_value then
  return after_quiet(at, quiet_from, quiet_to, 'UTC');
end
$$;

insert into notification (id, user_id, message, params, title, url)
  select gen_random_uuid(), id, 'settings.new', '{}', 'New: choose what you hear, and when', '/notification-settings'
  from app_user;
