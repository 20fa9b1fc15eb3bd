-- With a place that is new or there again comes the child's answer to an event, also where its grown-up stood on that
-- side before. Where it ends at once the answer goes.
create or replace function place_changes_sides() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select playdate_id from playdate_child where child_id = new.child_id);
begin
  if cardinality(ids) > 0 then
    perform stand_on_sides(ids);
    update playdate_caregiver set response = response_of(playdate_id, caregiver_id)
      where playdate_id = any (ids) and caregiver_id = new.caregiver_id and side = 'recipient' and until > now()
        and response is distinct from response_of(playdate_id, caregiver_id);
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

-- Who answered for a child that moves to another playdate has answered for the others there only. Who has no other there
-- keeps what they said, for where they go.
create function moved_children_leave_answers() returns trigger language plpgsql as $$
begin
  update playdate_caregiver set response = response_of(playdate_id, caregiver_id)
    where playdate_id = old.playdate_id and side = 'recipient' and until > now()
      and response is distinct from response_of(playdate_id, caregiver_id)
      and exists (
        select from playdate_child join guardianship place on place.child_id = playdate_child.child_id
        where playdate_child.playdate_id = old.playdate_id and playdate_child.side = 'recipient'
          and place.caregiver_id = playdate_caregiver.caregiver_id
          and coalesce(place_ends(place), 'infinity') > now());
  return null;
end
$$;
create trigger playdate_child_moves_answers after update of playdate_id on playdate_child
  for each row when (old.playdate_id <> new.playdate_id) execute function moved_children_leave_answers();
