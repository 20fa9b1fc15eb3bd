-- Days on which children are away, the first and the last one included, on the clock of whoever entered them. They count
-- while that one is guardian of the child.
create table away (
  id uuid primary key,
  caregiver_id uuid not null references caregiver on delete cascade,
  first_day date not null,
  last_day date not null,
  created_at timestamptz not null default now(),
  check (last_day >= first_day)
);
create index away_caregiver_idx on away (caregiver_id);
create index away_last_day_idx on away (last_day);

create table away_child (
  away_id uuid not null references away on delete cascade,
  child_id uuid not null references child on delete cascade,
  primary key (away_id, child_id)
);
create index away_child_child_idx on away_child (child_id);

-- off: hours and days away are for the child's guardians alone
alter table child add column helps_friends boolean not null default true;

create or replace function count_child_version() returns trigger language plpgsql as $$
begin
  if (old.first_name, old.last_name_initial, old.school, old.grade, old.photo, old.availability, old.helps_friends)
    is distinct from
    (new.first_name, new.last_name_initial, new.school, new.grade, new.photo, new.availability, new.helps_friends) then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
