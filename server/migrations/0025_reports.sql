-- What administrators removed; in its text stands so, for the release before.
alter table message add column removed_at timestamptz;

-- When administrators were told last: of a child in danger again, until one of them opened it.
alter table report add column told_at timestamptz not null default now();
create index report_unopened_idx on report (told_at)
  where reason = 'danger' and opened_at is null and closed_at is null;

-- The day, on their calendar, of the last mail about what waits.
alter table app_user add column reports_mailed_on date;
