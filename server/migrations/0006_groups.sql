-- Caregivers who belong together; `group` is a word of SQL's own.
create table caregiver_group (
  id uuid primary key,
  name text not null,
  description text not null default '',
  -- not a hash: its admins hand it on
  code text not null,
  created_at timestamptz not null default now()
);

create table pod (
  id uuid primary key,
  group_id uuid not null references caregiver_group on delete cascade,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create index pod_group_id_idx on pod (group_id, name);

create table group_membership (
  id uuid primary key,
  group_id uuid not null references caregiver_group on delete cascade,
  caregiver_id uuid not null references caregiver on delete cascade,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  is_group_admin boolean not null default false,
  -- who ended a rejected one: whoever was removed can't come back by code
  ended_by text check (ended_by in ('self', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint group_membership_key unique (caregiver_id, group_id),
  check ((status = 'rejected') = (ended_by is not null))
);
create index group_membership_approved_idx on group_membership (group_id, caregiver_id) where status = 'approved';
create index group_membership_group_id_idx on group_membership (group_id);

-- The pod of a member's child; a child without one has no row.
create table pod_child (
  membership_id uuid not null references group_membership on delete cascade,
  child_id uuid not null references child on delete cascade,
  pod_id uuid not null references pod on delete cascade,
  primary key (membership_id, child_id)
);
create index pod_child_child_id_idx on pod_child (child_id);
create index pod_child_pod_id_idx on pod_child (pod_id);
