-- Whether who proposes a single stays the whole time, or its children may be left there. null says nothing of it.
alter table playdate add column stay text
  check (stay in ('stay', 'drop'));

alter table caregiver add column shows_number boolean not null default false;
-- When they answered the question about number and line, once.
alter table caregiver add column afternoon_asked_at timestamptz;

-- Of all lines: one that was emptied and is written anew never has a version that somebody saw before.
create sequence child_note_version as integer;

-- 'Good to know', one line for all of the child's guardians. A table of its own, so that no read of children holds it.
create table child_note (
  child_id uuid primary key references child (id) on delete cascade,
  sealed bytea not null,
  version integer not null,
  is_shown boolean not null default false
);
