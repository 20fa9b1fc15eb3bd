-- Families that one asks one after the other: what each of them is asked, and how far it is.
create table ask (
  id uuid primary key,
  owner_id uuid not null references caregiver on delete cascade,
  own_children uuid[] not null,
  location1 text,
  location2 text,
  location3 text,
  times timestamptz[] not null,
  duration_minutes int not null,
  wait text check (wait in ('hours', 'day')),
  status text not null default 'asking' check (status in ('asking', 'done', 'ended')),
  ended_as text check (ended_as in ('nobody', 'stopped', 'past')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint ask_ended_check check ((status = 'ended') = (ended_as is not null)),
  constraint ask_ended_at_check check ((status = 'asking') = (ended_at is null))
);
create index ask_owner_id_idx on ask (owner_id);
create index ask_asking_idx on ask (id) where status = 'asking';
create index ask_ended_at_idx on ask (ended_at);

-- Each request knows its order, which its maker alone is shown. No two of one order are open or confirmed at any time.
alter table playdate add column ask_id uuid references ask on delete set null;
alter table playdate add column ask_position smallint;
alter table playdate add column ask_length smallint;
create index playdate_ask_id_idx on playdate (ask_id) where ask_id is not null;
create unique index playdate_ask_id_key on playdate (ask_id) where status in ('pending', 'accepted');

create table ask_step (
  ask_id uuid not null references ask on delete cascade,
  position smallint not null,
  child_id uuid not null references child on delete cascade,
  caregiver_id uuid not null references caregiver on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'asked', 'accepted', 'rejected', 'unanswered', 'failed')),
  playdate_id uuid references playdate on delete set null,
  primary key (ask_id, position)
);
create unique index ask_step_child_id_key on ask_step (ask_id, child_id);
create unique index ask_step_asked_key on ask_step (ask_id) where state = 'asked';
create index ask_step_caregiver_id_idx on ask_step (caregiver_id);
create index ask_step_child_id_idx on ask_step (child_id);
create index ask_step_playdate_id_idx on ask_step (playdate_id);
