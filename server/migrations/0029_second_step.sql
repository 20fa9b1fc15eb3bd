-- Ways to sign in beside the password. app_user.second_step: a password alone doesn't sign in any more.
alter table app_user
  add column second_step boolean not null default false,
  -- the time step of the last code from the app, so that each counts once
  add column last_totp_step bigint,
  add column password_changed_at timestamptz;

create table passkey (
  -- base64url, as the browser gives it
  credential_id text primary key,
  user_id uuid not null references app_user on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  -- the host it was made for
  rp_id text not null,
  name text not null check (char_length(name) between 1 and 50),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user_id_idx on passkey (user_id, created_at);

-- The authenticator app. It counts once a code was entered.
create table totp (
  user_id uuid primary key references app_user on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- selector finds the code, hash proves it.
create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  selector text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, selector)
);

-- Steps of a sign-in that wait for their end: a right password without its second step, a passkey's challenge, a mailed
-- code. user_id is null where it isn't known yet who signs in.
create table auth_ticket (
  hash bytea primary key,
  user_id uuid references app_user on delete cascade,
  kind text not null check (kind in ('second-step', 'passkey', 'passkey-add', 'mail-code')),
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_ticket_user_id_idx on auth_ticket (user_id, kind) where user_id is not null;
create index auth_ticket_expires_at_idx on auth_ticket (expires_at);
