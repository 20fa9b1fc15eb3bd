-- Which version of the papers somebody agreed to when they registered, or was notified of.
create table consent (
  user_id uuid not null references app_user on delete cascade,
  paper text not null check (paper in ('terms', 'privacy')),
  -- the day it counts from
  version date not null,
  at timestamptz not null default now(),
  how text not null check (how in ('registered', 'notified')),
  primary key (user_id, paper, version)
);
-- Whoever registered before there were versions agreed to the first.
insert into consent (user_id, paper, version, at, how)
  select id, paper, '2026-11-23', created_at, 'registered'
  from app_user, unnest(array['terms', 'privacy']) as paper;
