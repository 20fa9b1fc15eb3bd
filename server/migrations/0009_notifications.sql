create table notification (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- '{name}' in it stands for the caregiver whom it is about, as that one is called when it is read
  title text not null,
  about_id uuid references caregiver on delete set null,
  -- a path of ours
  url text not null,
  -- a quiet spell of a chat has one; null for everything else
  room_id uuid references chat_room on delete cascade,
  created_at timestamptz not null default now(),
  -- the last message that it stands for
  touched_at timestamptz not null default now(),
  read_at timestamptz
);
create index notification_user_id_idx on notification (user_id, id desc);
create index notification_unread_idx on notification (user_id) where read_at is null;
create index notification_room_id_idx on notification (room_id, user_id) where room_id is not null;
create index notification_about_id_idx on notification (about_id);
create index notification_created_at_idx on notification (created_at);

-- A device that wants to be told; it goes with its session.
create table push_subscription (
  id uuid primary key,
  endpoint text not null constraint push_subscription_endpoint_key unique,
  user_id uuid not null references app_user on delete cascade,
  session_id uuid not null references session on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  -- its push service knows it no more
  expired_at timestamptz
);
create index push_subscription_user_id_idx on push_subscription (user_id);
create index push_subscription_session_id_idx on push_subscription (session_id);

alter table app_user add column notifications_rejected boolean not null default false;
