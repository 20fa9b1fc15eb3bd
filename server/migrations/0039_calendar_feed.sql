-- The living address of a caregiver's calendar; one that ended is deleted. Only its hash is kept, and nothing of who reads.
create table calendar_feed (
  caregiver_id uuid primary key references caregiver on delete cascade,
  hash bytea not null unique,
  -- own children, other grown-ups and places; off: 'Playdate' alone
  says_who_and_where boolean not null default false,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
