-- A photo's way: a key is signed, bytes are put under it, and what is shown is made of them under a key of its own.
create table file (
  upload_key text primary key,
  -- null once the account is erased; the nightly sweep then takes what is left
  user_id uuid references app_user on delete set null,
  content_type text not null,
  created_at timestamptz not null default now(),
  photo_key text unique,
  -- when a child first held it
  claimed_at timestamptz
);
create index file_user_id_idx on file (user_id);
create index file_created_at_idx on file (created_at);

alter table child
  add constraint child_photo_fkey foreign key (photo) references file (photo_key) on delete set null;
create index child_photo_idx on child (photo) where photo is not null;

-- An erased caregiver keeps a row without a name, for what others still need.
alter table caregiver add column deleted_at timestamptz;
alter table caregiver drop constraint caregiver_phone_number_key;
create unique index caregiver_phone_number_key on caregiver (phone_number) where deleted_at is null;
