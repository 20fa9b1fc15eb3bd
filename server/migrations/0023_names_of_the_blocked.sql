-- The blocked as the blocker knew them: who calls themself otherwise later is a stranger by that name. Null once gone.
alter table block
  add column name text,
  add column last_name text;
