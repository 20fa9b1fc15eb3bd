-- Everybody who is or was a grown-up of a child on a side stands on that side, one row each: guardian before helper,
-- and of both sides on the recipient's where no other guardian stands there by now, else on the owner's.
create or replace function stand_on_sides(ids uuid[]) returns void language sql as $$
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
    -- a guardian of both sides is one of the recipients; who is to begin can't answer yet
    select on_side.*,
      count(*) filter (where side = 'recipient' and role = 'guardian' and since <= now() and until > now())
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

-- Who answered for a child that is taken out of an event has answered for the others only.
create function children_leave_answers() returns trigger language plpgsql as $$
begin
  update playdate_caregiver set response = response_of(playdate_id, caregiver_id)
    where playdate_id in (select playdate_id from old_rows) and side = 'recipient' and until > now()
      and response is distinct from response_of(playdate_id, caregiver_id);
  return null;
end
$$;
create trigger playdate_child_leaves_answers after delete on playdate_child
  referencing old table as old_rows for each statement execute function children_leave_answers();

-- Who was to begin with a child that was deleted before stands nowhere by that.
update playdate_caregiver stands set until = now()
  where role = 'guardian' and since > '-infinity' and until > now()
    and not exists (
      select from playdate_child join guardianship on guardianship.child_id = playdate_child.child_id
      where playdate_child.playdate_id = stands.playdate_id and guardianship.caregiver_id = stands.caregiver_id)
    and not exists (
      select from playdate_child join child on child.id = playdate_child.child_id
      where playdate_child.playdate_id = stands.playdate_id and child.deleted_at >= stands.since);
