-- Ids are UUIDv7 made by the app, so that PostgreSQL 15 serves too.

create table app_secret (
  name text primary key,
  value bytea not null
);

create table app_user (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  query_params jsonb not null default '[]',
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
create unique index app_user_email_key on app_user (lower(email));

-- One signed-in device; its tokens are the family that a reuse or a logout revokes.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_user_id_idx on session (user_id);

create table access_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session_id_idx on access_token (session_id);
create index access_token_expires_at_idx on access_token (expires_at);

create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null,
  replaced_at timestamptz
);
create index refresh_token_session_id_idx on refresh_token (session_id);
create index refresh_token_expires_at_idx on refresh_token (expires_at);

create table websocket_ticket (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index websocket_ticket_expires_at_idx on websocket_ticket (expires_at);

create table caregiver (
  id uuid primary key,
  user_id uuid unique references app_user on delete set null,
  name text not null,
  last_name text not null,
  phone_number text not null constraint caregiver_phone_number_key unique,
  zip_code text not null,
  time_zone text not null,
  created_at timestamptz not null default now()
);

create table child (
  id uuid primary key,
  caregiver_id uuid not null references caregiver on delete cascade,
  first_name text not null,
  last_name_initial text not null,
  school text,
  grade text,
  photo text,
  -- [{ day: 'Mon', blocks: [{ start: 15, end: 18 }] }] on the caregiver's wall clock; null while not told
  availability jsonb,
  created_at timestamptz not null default now()
);
create index child_caregiver_id_idx on child (caregiver_id, id);

create table connection (
  id uuid primary key,
  inviter_id uuid not null references caregiver on delete cascade,
  -- null until somebody with a profile stands behind the number
  invitee_id uuid references caregiver on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  invitee_name text not null,
  invitee_phone_number text not null,
  invite_hash bytea unique,
  invite_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (inviter_id <> invitee_id)
);
-- Asked once, a number is not asked again by the same inviter, rejected or not.
create unique index connection_number_key on connection (inviter_id, invitee_phone_number);
create unique index connection_pair_key
  on connection (least(inviter_id, invitee_id), greatest(inviter_id, invitee_id))
  where invitee_id is not null and status <> 'rejected';
create index connection_inviter_id_idx on connection (inviter_id, status);
create index connection_invitee_id_idx on connection (invitee_id, status);

create table playdate (
  id uuid primary key,
  type text not null check (type in ('single', 'group')),
  status text not null check (status in ('pending', 'accepted', 'rejected', 'cancelled')),
  owner_id uuid not null references caregiver,
  location1 text,
  location2 text,
  location3 text,
  proposed_times timestamptz[] not null,
  accepted_location text,
  accepted_time timestamptz,
  description text,
  duration_minutes integer not null default 120 check (duration_minutes between 15 and 720),
  last_submitted_by uuid not null references caregiver,
  cancel_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (coalesce(location1, location2, location3) is not null),
  check (cardinality(proposed_times) between 1 and 20),
  check ((status = 'accepted') <= (accepted_time is not null and accepted_location is not null))
);
create index playdate_owner_id_idx on playdate (owner_id);

-- Who is on which side; whoever stands here may see the playdate.
create table playdate_caregiver (
  playdate_id uuid not null references playdate on delete cascade,
  caregiver_id uuid not null references caregiver,
  side text not null check (side in ('owner', 'recipient')),
  primary key (playdate_id, caregiver_id)
);
create index playdate_caregiver_caregiver_id_idx on playdate_caregiver (caregiver_id, playdate_id);

create table playdate_child (
  playdate_id uuid not null references playdate on delete cascade,
  child_id uuid not null references child,
  caregiver_id uuid not null references caregiver,
  side text not null check (side in ('owner', 'recipient')),
  primary key (playdate_id, child_id)
);
create index playdate_child_child_id_idx on playdate_child (child_id);

-- recipient_id null: the room of all; otherwise the private room of an event's owner and that recipient.
create table chat_room (
  id uuid primary key,
  playdate_id uuid not null references playdate on delete cascade,
  recipient_id uuid references caregiver,
  constraint chat_room_key unique nulls not distinct (playdate_id, recipient_id)
);

create table message (
  id uuid primary key,
  room_id uuid not null references chat_room on delete cascade,
  sender_id uuid references caregiver on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index message_room_id_idx on message (room_id, id);

-- The newest message that a caregiver has seen in a room.
create table chat_read (
  room_id uuid not null references chat_room on delete cascade,
  caregiver_id uuid not null references caregiver on delete cascade,
  message_id uuid not null,
  primary key (room_id, caregiver_id)
);

-- The first answer to a POST that creates, kept for 24 hours.
create table idempotency_key (
  user_id uuid not null references app_user on delete cascade,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index idempotency_key_created_at_idx on idempotency_key (created_at);

-- Counted by the rate limiter; `expire` in milliseconds since 1970.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire_idx on rate_limit (expire);
