-- The users of administrators who were a side of a report when it was made: they stay one, whatever comes after.
alter table report add column near_ids uuid[] not null default '{}';
