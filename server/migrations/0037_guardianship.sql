-- A child has several grown-ups: guardians, who do everything for it, and helpers, who look. A place is live from `since`
-- until `until`; the database's clock alone decides.
create table guardianship (
  child_id uuid not null references child on delete cascade,
  caregiver_id uuid not null references caregiver on delete cascade,
  role text not null check (role in ('guardian', 'helper')),
  since timestamptz not null default now(),
  -- of a guardian who leaves or is ended, and of every helper
  until timestamptz,
  -- whom a helper helps, and who asked a guardian to be one; null of who made the child
  added_by uuid references caregiver on delete cascade,
  -- off: the child's other guardians read only the card of what this one arranged
  shares_places boolean not null default true,
  -- who ended it, or brought it back; null of an end by itself
  ended_by uuid references app_user on delete set null,
  -- an administrator's words: theirs is the end, or the beginning where it has no end
  reason text,
  -- what a stop of the administrator's change brings back
  since_before timestamptz,
  until_before timestamptz,
  primary key (child_id, caregiver_id),
  check (role = 'guardian' or until is not null and added_by is not null)
);
create index guardianship_caregiver_id_idx on guardianship (caregiver_id, child_id);
create index guardianship_added_by_idx on guardianship (added_by) where added_by is not null;
create index guardianship_until_idx on guardianship (until) where until is not null;

create table guardian_invite (
  id uuid primary key,
  child_id uuid not null references child on delete cascade,
  invited_by uuid not null references caregiver on delete cascade,
  -- bound by the yes
  invitee_user_id uuid references app_user on delete cascade,
  -- what the guardians call whoever it is for
  label text not null,
  role text not null check (role in ('guardian', 'helper')),
  -- a helper's last moment
  help_until timestamptz,
  token_hash bytea not null unique,
  status text not null default 'sent'
    check (status in ('sent', 'accepted', 'confirmed', 'rejected', 'stopped', 'expired')),
  begins_at timestamptz,
  -- of the link, then of the yes
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((role = 'helper') = (help_until is not null)),
  check ((status in ('accepted', 'confirmed')) <= (invitee_user_id is not null)),
  check ((status = 'confirmed') <= (begins_at is not null))
);
create index guardian_invite_child_id_idx on guardian_invite (child_id, status);
create index guardian_invite_invitee_user_id_idx on guardian_invite (invitee_user_id);
create index guardian_invite_invited_by_idx on guardian_invite (invited_by);
create index guardian_invite_updated_at_idx on guardian_invite (updated_at);

-- Whom one guardian of a child would like the other to meet.
create table introduction (
  from_id uuid not null references caregiver on delete cascade,
  to_id uuid not null references caregiver on delete cascade,
  friend_id uuid not null references caregiver on delete cascade,
  child_id uuid not null references child on delete cascade,
  created_at timestamptz not null default now(),
  primary key (from_id, to_id, friend_id)
);
create index introduction_to_id_idx on introduction (to_id);
create index introduction_friend_id_idx on introduction (friend_id);
create index introduction_child_id_idx on introduction (child_id);
create index introduction_created_at_idx on introduction (created_at);

-- Who was introduced is invited without a number.
alter table connection
  alter column invitee_phone_number drop not null,
  add column is_introduced boolean not null default false,
  add column introduced_by uuid references caregiver on delete set null,
  add check ((invitee_phone_number is null) = is_introduced);
create index connection_introduced_by_idx on connection (introduced_by) where introduced_by is not null;

-- When the question for another grown-up was answered.
alter table caregiver add column grown_up_asked_at timestamptz;

alter table child
  -- grows with each save
  add column version integer not null default 1,
  -- on whose clock the hours are; null, or no guardian any more: on that of who is guardian longest
  add column availability_by uuid references caregiver on delete set null;
create index child_availability_by_idx on child (availability_by) where availability_by is not null;

create function count_child_version() returns trigger language plpgsql as $$
begin
  if (old.first_name, old.last_name_initial, old.school, old.grade, old.photo, old.availability)
    is distinct from (new.first_name, new.last_name_initial, new.school, new.grade, new.photo, new.availability) then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger child_counts_version before update on child for each row execute function count_child_version();

-- The side that proposed last: whose turn it is goes by sides.
alter table playdate add column last_side text not null default 'owner' check (last_side in ('owner', 'recipient'));

alter table playdate_caregiver
  add column role text not null default 'guardian' check (role in ('guardian', 'helper')),
  -- as in guardianship, where it isn't for ever
  add column since timestamptz not null default '-infinity',
  add column until timestamptz not null default 'infinity',
  -- named to the other side: a child came through them, or they proposed, answered or wrote
  add column shown boolean not null default true;

alter table playdate_child
  -- an event's answer for this child
  add column response text check (response in ('accepted', 'rejected')),
  -- who last proposed or answered for it; null: nobody yet but caregiver_id, through whom it came
  add column acted_by uuid references caregiver,
  add column acted_at timestamptz;
create index playdate_child_acted_by_idx on playdate_child (acted_by) where acted_by is not null;

-- A child is in a group once, with one pod, whichever of its guardians are members: the last save counts.
create function keep_one_pod() returns trigger language plpgsql as $$
begin
  delete from pod_child using pod as before, pod as chosen
    where pod_child.child_id = new.child_id and pod_child.membership_id <> new.membership_id
      and before.id = pod_child.pod_id and chosen.id = new.pod_id and before.group_id = chosen.group_id;
  return new;
end
$$;
create trigger pod_child_stands_once before insert on pod_child for each row execute function keep_one_pod();

-- When a place ends: a helper's with that of whom they help, too.
create function place_ends(place guardianship) returns timestamptz language sql stable
  return case place.role when 'guardian' then place.until else least(place.until, (
    select adder.until from guardianship adder
    where adder.child_id = place.child_id and adder.caregiver_id = place.added_by and adder.role = 'guardian')) end;

-- The guardian who is there longest; null of an erased child.
create function longest_guardian(child uuid) returns uuid language sql stable
  return (select caregiver_id from guardianship
    where child_id = child and role = 'guardian' and since <= now() and (until is null or until > now())
    order by since, caregiver_id limit 1);

-- Who acted for a child in a playdate: that one while they are guardian, then who is there longest.
create function acted_for(child uuid, acted uuid) returns uuid language sql stable
  return case when exists (
    select from guardianship
    where child_id = child and caregiver_id = acted and role = 'guardian'
      and since <= now() and (until is null or until > now()))
  then acted else longest_guardian(child) end;

-- A caregiver's answer to an event, of those of their children: a yes wins, then one that is open, then no.
create function response_of(playdate uuid, caregiver uuid) returns text language sql stable
  return (
    select case when bool_or(playdate_child.response = 'accepted') then 'accepted'
      when bool_or(playdate_child.response is null) then null else min(playdate_child.response) end
    from playdate_child join guardianship place
      on place.child_id = playdate_child.child_id and place.caregiver_id = response_of.caregiver
    where playdate_child.playdate_id = response_of.playdate and playdate_child.side = 'recipient'
      and coalesce(place_ends(place), 'infinity') > now());

-- Everybody who is or was a grown-up of a child on a side stands on that side, one row each: guardian before helper,
-- and of both sides on the recipient's where no other guardian stands there, else on the owner's.
create function stand_on_sides(ids uuid[]) returns void language sql as $$
  with place as (
    select playdate_child.playdate_id, playdate_child.side, guardianship.caregiver_id, guardianship.role,
      guardianship.since, coalesce(place_ends(guardianship), 'infinity') as until
    from playdate_child join guardianship on guardianship.child_id = playdate_child.child_id
    where playdate_child.playdate_id = any (ids)
  ), on_side as (
    -- what is over counts only where nothing else does
    select playdate_id, side, caregiver_id, role,
      coalesce(min(since) filter (where until > now()), min(since)) as since, max(until) as until
    from place group by playdate_id, side, caregiver_id, role
  ), counted as (
    -- a guardian of both sides is one of the recipients
    select on_side.*, count(*) filter (where side = 'recipient' and role = 'guardian' and until > now())
      over (partition by playdate_id) as recipients
    from on_side
  ), standing as (
    select distinct on (playdate_id, caregiver_id) *
    from counted
    order by playdate_id, caregiver_id, until > now() desc, role,
      side = case when recipients > 1 then 'owner' else 'recipient' end desc
  )
  insert into playdate_caregiver (playdate_id, caregiver_id, side, role, since, until, shown, response)
  select playdate_id, caregiver_id, side, role, case when since <= now() then '-infinity' else since end, until, false,
    case side when 'recipient' then response_of(playdate_id, caregiver_id) end
  from standing
  on conflict (playdate_id, caregiver_id) do update
    set side = excluded.side, role = excluded.role, since = excluded.since, until = excluded.until
    where (playdate_caregiver.side, playdate_caregiver.role, playdate_caregiver.since, playdate_caregiver.until)
      is distinct from (excluded.side, excluded.role, excluded.since, excluded.until)
$$;

create function children_bring_grown_ups() returns trigger language plpgsql as $$
begin
  perform stand_on_sides(array(select distinct playdate_id from new_rows));
  return null;
end
$$;
create trigger playdate_child_brings_grown_ups after insert on playdate_child
  referencing new table as new_rows for each statement execute function children_bring_grown_ups();

create function place_changes_sides() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select playdate_id from playdate_child where child_id = new.child_id);
begin
  if cardinality(ids) > 0 then
    perform stand_on_sides(ids);
  end if;
  -- for the release before, which knows one caregiver of a child
  update child set caregiver_id = longest.caregiver_id
    from (
      select caregiver_id from guardianship
      where child_id = new.child_id and role = 'guardian' and since <= now() and (until is null or until > now())
      order by until is null desc, since, caregiver_id limit 1) longest
    where child.id = new.child_id and child.caregiver_id <> longest.caregiver_id;
  return null;
end
$$;
create trigger guardianship_changes_sides after insert or update on guardianship
  for each row execute function place_changes_sides();

-- Whoever makes a child is its guardian; who was erased has no grown-ups any more. A minute more, since a transaction
-- that began before this one, such as their own erasure, would take the child for nobody's.
create function make_guardian() returns trigger language plpgsql as $$
begin
  insert into guardianship (child_id, caregiver_id, role, since)
    values (new.id, new.caregiver_id, 'guardian', least(new.created_at, now()) - interval '1 minute');
  return null;
end
$$;
create trigger child_has_maker after insert on child
  for each row when (new.deleted_at is null) execute function make_guardian();

create function end_places() returns trigger language plpgsql as $$
begin
  delete from guardianship where child_id = new.id;
  delete from guardian_invite where child_id = new.id;
  delete from introduction where child_id = new.id;
  return null;
end
$$;
create trigger child_ends_places after update of deleted_at on child
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_places();

-- A child that isn't erased has a guardian who stays. The child's row is held, so that of two who go one is refused.
create function check_guardian() returns trigger language plpgsql as $$
begin
  perform from child where id = old.child_id and deleted_at is null for no key update;
  if found and not exists (
    select from guardianship
    where child_id = old.child_id and role = 'guardian' and since <= now() and until is null) then
    raise exception 'child % has no guardian', old.child_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create constraint trigger guardianship_leaves_guardian after update or delete on guardianship
  deferrable initially deferred for each row execute function check_guardian();

-- An event is answered for each child; what stands beside the caregiver follows, and the other way round for the
-- release before.
create function spread_child_response() returns trigger language plpgsql as $$
begin
  update playdate_caregiver set response = response_of(new.playdate_id, playdate_caregiver.caregiver_id)
    where playdate_id = new.playdate_id and side = 'recipient'
      and caregiver_id in (select caregiver_id from guardianship where child_id = new.child_id)
      and response is distinct from response_of(new.playdate_id, playdate_caregiver.caregiver_id);
  return null;
end
$$;
create trigger playdate_child_spreads_response after update of response on playdate_child
  for each row when (old.response is distinct from new.response) execute function spread_child_response();

create function spread_caregiver_response() returns trigger language plpgsql as $$
begin
  update playdate_child set response = new.response
    where playdate_id = new.playdate_id and side = 'recipient' and response is distinct from new.response
      and caregiver_id = new.caregiver_id;
  return null;
end
$$;
create trigger playdate_caregiver_spreads_response after update of response on playdate_caregiver
  for each row when (old.response is distinct from new.response and pg_trigger_depth() = 0)
  execute function spread_caregiver_response();

create function find_last_side() returns trigger language plpgsql as $$
begin
  new.last_side := coalesce((
    select side from playdate_caregiver
    where playdate_id = new.id and caregiver_id = new.last_submitted_by), new.last_side);
  return new;
end
$$;
create trigger playdate_has_last_side before update of last_submitted_by on playdate
  for each row when (old.last_submitted_by <> new.last_submitted_by) execute function find_last_side();

-- Every child that is there has its caregiver as its one guardian; nothing of its playdates changes.
alter table guardianship disable trigger guardianship_changes_sides;
insert into guardianship (child_id, caregiver_id, role, since)
  select id, caregiver_id, 'guardian', least(created_at, now()) from child where deleted_at is null;
alter table guardianship enable trigger guardianship_changes_sides;
update playdate set last_side = 'recipient' where last_submitted_by <> owner_id;
alter table playdate_child disable trigger playdate_child_spreads_response;
update playdate_child set response = playdate_caregiver.response
  from playdate_caregiver
  where playdate_child.side = 'recipient' and playdate_caregiver.response is not null
    and playdate_caregiver.playdate_id = playdate_child.playdate_id
    and playdate_caregiver.caregiver_id = playdate_child.caregiver_id;
alter table playdate_child enable trigger playdate_child_spreads_response;

do $$
begin
  if (select count(*) from child where deleted_at is null)
    <> (select count(distinct child_id) from guardianship where role = 'guardian' and until is null) then
    raise exception 'a child has no guardian';
  end if;
  if exists (
    select from guardianship join child on child.id = guardianship.child_id
    where child.caregiver_id <> guardianship.caregiver_id) then
    raise exception 'a child has another guardian than before';
  end if;
  if exists (
    select from playdate_child join playdate_caregiver using (playdate_id, caregiver_id)
    where playdate_child.side = 'recipient' and playdate_caregiver.side = 'recipient'
      and playdate_child.response is distinct from playdate_caregiver.response) then
    raise exception 'an answer was lost';
  end if;
end
$$;
