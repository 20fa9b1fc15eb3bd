-- Whether the number is its holder's: 'code' once its code was entered, 'saved' where saving it was enough, null where
-- neither was. Numbers of before, and those that the release before saves, were enough as they were saved.
alter table caregiver
  add column phone_proof text default 'saved' check (phone_proof in ('code', 'saved')),
  add column phone_proven_at timestamptz;
update caregiver set phone_proof = null where deleted_at is not null;
-- Several may have saved a number that nobody has proven.
drop index caregiver_phone_number_key;
create unique index caregiver_phone_number_key on caregiver (phone_number)
  where deleted_at is null and phone_proof is not null;
-- Invitations that wait for whoever proves the number.
create index connection_waiting_number_idx on connection (invitee_phone_number)
  where invitee_id is null and status = 'pending';

-- The one code that counts now for a caregiver's number. Whoever sends the codes may keep them: code_hash is null then.
create table phone_code (
  caregiver_id uuid primary key references caregiver on delete cascade,
  phone_hash bytea not null,
  code_hash bytea,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  used_at timestamptz
);
create index phone_code_expires_at_idx on phone_code (expires_at);

alter table app_user
  add column standing text not null default 'good' check (standing in ('good', 'suspended', 'closed')),
  -- null when good, infinity until lifted; of a closed account when it is erased
  add column standing_until timestamptz,
  -- when a link that was mailed to the present address was opened first
  add column email_opened_at timestamptz,
  add check ((standing = 'good') = (standing_until is null));
create index app_user_standing_idx on app_user (standing_until) where standing <> 'good';

-- Numbers and addresses of closed accounts, as HMACs.
create table barred (
  kind text not null check (kind in ('phone', 'email')),
  hash bytea not null,
  until timestamptz not null,
  primary key (kind, hash)
);
create index barred_until_idx on barred (until);

-- blocked_id is null once they are gone; the HMAC of their proven number keeps the block alive.
create table block (
  id uuid primary key,
  blocker_id uuid not null references caregiver on delete cascade,
  blocked_id uuid references caregiver on delete cascade,
  phone_hash bytea,
  created_at timestamptz not null default now(),
  gone_at timestamptz,
  check (blocker_id <> blocked_id),
  check (blocked_id is not null or phone_hash is not null and gone_at is not null)
);
create unique index block_pair_key on block (blocker_id, blocked_id);
create index block_blocked_id_idx on block (blocked_id, blocker_id);
create index block_phone_hash_idx on block (phone_hash) where phone_hash is not null;
create index block_gone_at_idx on block (gone_at) where gone_at is not null;

create table mute (
  id uuid primary key,
  caregiver_id uuid not null references caregiver on delete cascade,
  muted_id uuid references caregiver on delete cascade,
  room_id uuid references chat_room on delete cascade,
  created_at timestamptz not null default now(),
  check ((muted_id is null) <> (room_id is null)),
  check (caregiver_id <> muted_id),
  constraint mute_key unique nulls not distinct (caregiver_id, muted_id, room_id)
);
create index mute_muted_id_idx on mute (muted_id) where muted_id is not null;
create index mute_room_id_idx on mute (room_id) where room_id is not null;

-- What administrators decided about a caregiver or a group. A later decision replaces an earlier one.
create table decision (
  id uuid primary key,
  subject_caregiver_id uuid references caregiver on delete set null,
  subject_group_id uuid references caregiver_group on delete set null,
  kind text not null check (kind in ('none', 'warn', 'suspend', 'close')),
  words text check (char_length(words) between 20 and 600),
  until timestamptz,
  decided_by uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  replaces uuid unique references decision on delete set null,
  appeal text check (char_length(appeal) between 1 and 1000),
  appealed_at timestamptz,
  check (subject_caregiver_id is null or subject_group_id is null),
  check ((words is null) = (kind = 'none')),
  check ((appeal is null) = (appealed_at is null))
);
create index decision_subject_caregiver_id_idx on decision (subject_caregiver_id, created_at);
create index decision_subject_group_id_idx on decision (subject_group_id, created_at) where subject_group_id is not null;
create index decision_appealed_at_idx on decision (appealed_at) where appealed_at is not null;
create index decision_decided_by_idx on decision (decided_by);

-- Open until a decision closes it. Evidence is a copy of what was seen, photo_key a file of its own.
create table report (
  id uuid primary key,
  subject_caregiver_id uuid references caregiver on delete set null,
  subject_group_id uuid references caregiver_group on delete set null,
  reporter_id uuid references caregiver on delete set null,
  kind text not null check (kind in ('person', 'message', 'photo', 'playdate', 'group')),
  target_id uuid not null,
  reason text not null check (reason in ('danger', 'hurtful', 'impostor', 'content', 'spam', 'other')),
  words text not null default '' check (char_length(words) <= 10000),
  evidence jsonb not null,
  photo_key text unique,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz,
  decision_id uuid references decision on delete set null,
  removed_at timestamptz,
  check (subject_caregiver_id is null or subject_group_id is null)
);
create unique index report_open_key on report (reporter_id, kind, target_id) where closed_at is null;
create index report_reporter_id_idx on report (reporter_id, created_at);
create index report_subject_caregiver_id_idx on report (subject_caregiver_id, created_at);
create index report_subject_group_id_idx on report (subject_group_id, created_at) where subject_group_id is not null;
create index report_open_idx on report (created_at) where closed_at is null;
create index report_decision_id_idx on report (decision_id);
