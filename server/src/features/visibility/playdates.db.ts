import { type Expression, type RawBuilder, sql } from 'kysely'
import { isLive, isOut } from './standing.ts'

type Id = Expression<string | null> | string

/**
 * How much of a playdate a viewer sees: all of it (`whole`), all but its chat and without acting (`quiet`), its
 * children, times and status (`card`), or these without any name of the other family (`nameless`).
 */
export type Sight = 'whole' | 'quiet' | 'card' | 'nameless'

/** True if the caregiver of `row`, an alias of `playdate_caregiver`, has a live place there. */
export function standsThere(row: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(${column('since')} <= now() and ${column('until')} > now())`
}

/** A place. `eye` is the caregiver whose view it gives: a guardian's own, a helper's that of the guardian they help. */
export interface Place {
  child_id: string
  role: 'guardian' | 'helper'
  eye: string
}

/**
 * Selects the live places of the caregiver, without a helper's while the guardian they help is suspended, closed or
 * erased. A query of many playdates of one viewer reads them once, beforehand.
 */
export function placesOf(caregiver: Id): RawBuilder<Place> {
  return sql<Place>`(
    select child_id, role, case role when 'guardian' then caregiver_id else added_by end as eye
    from guardianship
    where caregiver_id = ${caregiver} and ${isLive()}
      and (role = 'guardian' or place_ends(guardianship) > now() and not ${isOut(sql.ref<string>('added_by'))}))`
}

/**
 * True if the caregiver of `row`, an alias of `playdate_caregiver`, may look at the playdate now. Helpers see only
 * confirmed playdates, and an event once the child's answer is yes.
 * @param places that caregiver's
 */
export function looksAt(
  row: string,
  places: RawBuilder<Place> = placesOf(sql.ref<string>(`${row}.caregiver_id`)),
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(${standsThere(row)} and (${column('role')} = 'guardian'
    or ${column('playdate_status')} = 'accepted' and exists (
      select from playdate_child helped join ${places} place on place.child_id = helped.child_id
      where helped.playdate_id = ${column('playdate_id')}
        and (helped.side = 'owner' or helped.response = 'accepted' or exists (
          select from playdate single where single.id = ${column('playdate_id')} and single.type = 'single')))))`
}

/** The caregiver who acted last for the child of `row`; before anybody did, the one it came through. */
const lastActor = (row: string) =>
  sql`coalesce(${sql.ref(`${row}.acted_by`)}, ${sql.ref(`${row}.caregiver_id`)})`

/**
 * The caregiver who acted for the child: `lastActor` while they are its guardian, afterwards its longest-standing
 * guardian; null for an erased child. Inlined, because a database function takes five times as long.
 */
export function actedFor(row: string): RawBuilder<string | null> {
  const child = sql.ref(`${row}.child_id`)
  return sql<string | null>`coalesce((
    select guardian.caregiver_id from guardianship guardian
    where guardian.child_id = ${child} and guardian.caregiver_id = ${lastActor(row)} and guardian.role = 'guardian'
      and ${isLive('guardian')}), longest_guardian(${child}))`
}

/**
 * Returns how much of a playdate the viewer sees, over `playdate` and `row`, an alias of `playdate_caregiver` with the
 * viewer's row. It depends on who acted for those of the viewer's children who take part:
 * - `whole` if the viewer acted for one of them, or if none is left because they were erased;
 * - else `nameless` if a caregiver named on the other side blocked the viewer;
 * - else `card` if nobody who acted for them shares places;
 * - else `quiet` if the viewer blocked a caregiver named on the other side;
 * - else `whole`.
 * Of an event's other side only its owner counts. A helper sees what the guardian they help sees, but `nameless`
 * whenever a caregiver named there blocked the helper themselves.
 * @param places the viewer's
 */
export function sightOf(places: RawBuilder<Place>, row: string): RawBuilder<Sight> {
  const isBlock = (blocker: string, blocked: string, viewer = sql`eye`) => sql`exists (
    select from playdate_caregiver other
    join block on block.${sql.ref(blocker)} = other.caregiver_id and block.${sql.ref(blocked)} = ${viewer}
    where other.playdate_id = playdate.id and other.shown and other.side <> ${sql.ref(`${row}.side`)}
      and (playdate.type = 'single' or other.caregiver_id = playdate.owner_id))`
  const shares = sql`coalesce((
    select shares_places from guardianship
    where guardianship.child_id = arranged.child_id and guardianship.caregiver_id = arranged.by), true)`
  // Blocks and shared places matter only if somebody else acted for the child.
  const byOthers = sql`filter (where arranged.by is distinct from eye)`
  return sql<Sight>`(
    select case
      when ${sql.ref(`${row}.role`)} = 'helper'
        and ${isBlock('blocker_id', 'blocked_id', sql.ref(`${row}.caregiver_id`))} then 'nameless'
      when count(*) = 0 or bool_or(arranged.by = eye) then 'whole'
      when bool_or(${isBlock('blocker_id', 'blocked_id')}) ${byOthers} then 'nameless'
      when not bool_or(${shares}) ${byOthers} then 'card'
      when bool_or(${isBlock('blocked_id', 'blocker_id')}) ${byOthers} then 'quiet'
      else 'whole' end
    from (
      select pair.child_id, place.eye,
        case when ${lastActor('pair')} = place.eye then place.eye else ${actedFor('pair')} end as by
      from playdate_child pair join ${places} place on place.child_id = pair.child_id
      where pair.playdate_id = playdate.id offset 0) arranged)`
}

/**
 * Who in the viewer's own family looks after the playdate, over `playdate`; for viewers who see only the card.
 * @param places the viewer's
 */
export function lookedAfterBy(places: RawBuilder<Place>): RawBuilder<string | null> {
  return sql<string | null>`(
    select ${actedFor('pair')}
    from playdate_child pair join ${places} place on place.child_id = pair.child_id
    where pair.playdate_id = playdate.id order by pair.child_id limit 1)`
}

/** True if the caregiver acted for the child of `row`, an alias of `playdate_child`. */
export function isActedBy(row: string, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(${actedFor(row)} = ${caregiver})`
}
