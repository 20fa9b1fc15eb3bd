-- Who was reminded of which playdate: of a start a day and two hours before, of an answer that is wanted twice. With the
-- start, or when the turn began, in its key nothing comes twice, and what is moved is reminded of anew.
create table reminder_sent (
  playdate_id uuid not null references playdate on delete cascade,
  caregiver_id uuid not null references caregiver on delete cascade,
  kind text not null check (kind in ('day', 'hours', 'answer-1', 'answer-2')),
  anchor_at timestamptz not null,
  primary key (playdate_id, caregiver_id, kind, anchor_at)
);
create index reminder_sent_caregiver_id_idx on reminder_sent (caregiver_id);
create index reminder_sent_anchor_at_idx on reminder_sent (anchor_at);

-- What may wait for an answer: requests, and events, whose answers stand beside the children.
create index playdate_unanswered_idx on playdate (updated_at)
  where status = 'pending' or status = 'accepted' and type = 'group';

-- The same wall-clock time a day earlier: of two the first, and as far behind a change of clocks as asked where they skip
-- it. A zone that isn't known here keeps nobody from being reminded.
create function day_before(at timestamptz, zone text) returns timestamptz language plpgsql stable as $$
declare
  wall timestamp;
  found timestamptz;
  day_sooner timestamptz;
  earlier timestamptz;
begin
  wall := at at time zone zone - interval '1 day';
  found := wall at time zone zone;
  -- By how far clocks there were ahead of UTC before they may have been set back.
  day_sooner := found - interval '24 hours';
  earlier := (wall - (day_sooner at time zone zone - day_sooner at time zone 'UTC')) at time zone 'UTC';
  if earlier < found and earlier at time zone zone = wall then
    return earlier;
  end if;
  return found;
exception when invalid_parameter_value then
  return at - interval '24 hours';
end
$$;
