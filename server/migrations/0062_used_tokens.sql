-- A pair whose answer was lost can be asked for again until it is used. Of those that are there, all count as used.
alter table access_token add column used_at timestamptz default now();
alter table access_token alter column used_at drop default;
