-- The blocked as the blocker knew them: who calls themself otherwise later is a stranger by that name. Null once gone.
alter table block
  add column name text,
  add column last_name text;

-- Who is taken off an event reads it as it was, and cancelled: in a copy, by the id of the event itself.
alter table playdate
  add column copy_of uuid references playdate on delete cascade,
  add column copy_for uuid references caregiver,
  add check ((copy_of is null) = (copy_for is null));
create unique index playdate_copy_key on playdate (copy_of, copy_for) where copy_of is not null;
create index playdate_copy_for_idx on playdate (copy_for) where copy_for is not null;
