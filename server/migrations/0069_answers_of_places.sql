-- With a place that is new or there again comes the child's answer to an event, also where its grown-up stood on that
-- side before; with its end the answer goes.
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
