-- When whoever holds the session last showed that it is theirs: at the sign-in, or when they were asked again.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = created_at;
