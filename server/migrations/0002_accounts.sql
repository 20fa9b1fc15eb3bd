-- Links in mails. Only their hashes stand here; the mail itself is written when it is sent.
create table mail_token (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('reset', 'confirm-email', 'undo-email')),
  hash bytea not null,
  -- the address that the link makes the user's
  email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'reset') = (email is null))
);
create index mail_token_user_id_idx on mail_token (user_id);
create index mail_token_expires_at_idx on mail_token (expires_at);

-- A device on which somebody signed in before, by a cookie: wrong guesses of others don't lock its owner out.
create table known_device (
  hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index known_device_user_id_idx on known_device (user_id);
create index known_device_expires_at_idx on known_device (expires_at);

alter table app_user add column invite_hash bytea;
alter table session add column last_seen_at timestamptz not null default now();

create table crash_report (
  id uuid primary key,
  user_id uuid references app_user on delete set null,
  component_name text not null,
  error_name text not null,
  error_message text not null,
  error_stack text not null,
  user_description text not null,
  user_agent text,
  created_at timestamptz not null default now()
);
create index crash_report_created_at_idx on crash_report (created_at);
