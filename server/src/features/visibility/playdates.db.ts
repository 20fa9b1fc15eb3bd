import { type Expression, type RawBuilder, sql } from 'kysely'
import { isLive, isOut } from './standing.ts'

type Id = Expression<string | null> | string

/**
 * How much of a playdate one sees: all of it (`whole`), all but its chat and without acting (`quiet`), own children,
 * times and status (`card`), or these without a name of the other family (`nameless`).
 */
export type Sight = 'whole' | 'quiet' | 'card' | 'nameless'

/** Over rows of `playdate_caregiver` by that name: who stands there has a place now. */
export function standsThere(row: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(${column('since')} <= now() and ${column('until')} > now())`
}

/** With whose `eye` somebody sees a child's playdates: a guardian with their own, a helper with that of whom they help. */
export interface Place {
  child_id: string
  role: 'guardian' | 'helper'
  eye: string
}

/**
 * The places with children that somebody has now; a helper's not while whom they help is out. A query of many playdates of
 * one viewer finds them once, beforehand.
 */
export function placesOf(caregiver: Id): RawBuilder<Place> {
  return sql<Place>`(
    select child_id, role, case role when 'guardian' then caregiver_id else added_by end as eye
    from guardianship
    where caregiver_id = ${caregiver} and ${isLive()}
      and (role = 'guardian' or place_ends(guardianship) > now() and not ${isOut(sql.ref<string>('added_by'))}))`
}

/**
 * Over rows of `playdate_caregiver` by that name: who stands there looks at the playdate now. Helpers look at what is
 * confirmed, and at an event once the child's answer is yes.
 * @param places of who stands there
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

/** Over rows of `playdate_child` by that name: who acted for the child last, before that through whom it came. */
const lastActor = (row: string) =>
  sql`coalesce(${sql.ref(`${row}.acted_by`)}, ${sql.ref(`${row}.caregiver_id`)})`

/**
 * The same while they are its guardian, then who is that longest; null of an erased child. Asked in place, a fifth of
 * what a function of the database takes.
 */
export function actedFor(row: string): RawBuilder<string | null> {
  const child = sql.ref(`${row}.child_id`)
  return sql<string | null>`coalesce((
    select guardian.caregiver_id from guardianship guardian
    where guardian.child_id = ${child} and guardian.caregiver_id = ${lastActor(row)} and guardian.role = 'guardian'
      and ${isLive('guardian')}), longest_guardian(${child}))`
}

/**
 * Over `playdate`, and a row of `playdate_caregiver` by that name, the viewer's: how much of it they see. Whole is what
 * they arranged themself; else a block by somebody named on the other side leaves the card without names, who acted for
 * the child may share no places, and who blocked somebody over there has no chat. At an event only its organiser counts.
 * A helper sees what whom they help does, unless that block is of the helper. Whose child was erased sees what is left.
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
  // What nobody else arranged is not asked further.
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
 * Over `playdate`: who looks after it of the viewer's own family, where the viewer reads the card.
 * @param places the viewer's
 */
export function lookedAfterBy(places: RawBuilder<Place>): RawBuilder<string | null> {
  return sql<string | null>`(
    select ${actedFor('pair')}
    from playdate_child pair join ${places} place on place.child_id = pair.child_id
    where pair.playdate_id = playdate.id order by pair.child_id limit 1)`
}

/** Over rows of `playdate_child` by that name: that one acted for the child. */
export function isActedBy(row: string, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(${actedFor(row)} = ${caregiver})`
}
