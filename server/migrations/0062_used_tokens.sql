-- A pair whose answer was lost can be asked for again until it is used. Those that are there, and those of a process that
-- knows nothing of this, count as used.
alter table access_token add column used_at timestamptz default now();
