import { type Expression, type RawBuilder, sql } from 'kysely'
import { isLive } from './standing.ts'

type Id = Expression<string | null> | string

/**
 * How much of a playdate one sees: all of it (`whole`), all but its chat and without acting (`quiet`), own children,
 * times and status (`card`), or these without a name of the other family (`nameless`).
 */
export type Sight = 'whole' | 'quiet' | 'card' | 'nameless'

/**
 * Over rows of `playdate_caregiver` by that name: who stands there looks at the playdate now. Helpers look at what is
 * confirmed, and at an event once the child's answer is yes.
 */
export function looksAt(row: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(${column('since')} <= now() and ${column('until')} > now() and (${column('role')} = 'guardian'
    or ${column('playdate_status')} = 'accepted'
      and (${column('side')} = 'owner' or ${column('response')} = 'accepted' or exists (
        select from playdate single where single.id = ${column('playdate_id')} and single.type = 'single'))
      and exists (
        select from playdate_child helped join guardianship place on place.child_id = helped.child_id
        where helped.playdate_id = ${column('playdate_id')} and place.caregiver_id = ${column('caregiver_id')}
          and ${isLive('place')} and place_ends(place) > now())))`
}

/**
 * Over `playdate`: its children whose grown-up the viewer is, as `pair`, and the viewer's place with each, as `place`.
 * A helper sees with the eye of whom they help.
 */
function pairsOf(viewer: Id): RawBuilder<unknown> {
  return sql`playdate_child pair
    join guardianship place on place.child_id = pair.child_id and place.caregiver_id = ${viewer}
      and ${isLive('place')} and (place.role = 'guardian' or place_ends(place) > now())`
}

const eye = sql`case place.role when 'guardian' then place.caregiver_id else place.added_by end`

/** Who acted for the child last, before that through whom it came. */
const acted = sql`coalesce(pair.acted_by, pair.caregiver_id)`

/**
 * Over `playdate`, and a row of `playdate_caregiver` by that name, the viewer's: how much of it they see. Whole is what
 * they arranged themself, which is looked up first; else a block by somebody named on the other side leaves the card
 * without names, who acted for the child may share no places, and who blocked somebody over there has no chat. At an
 * event only its organiser counts. Whose child was erased sees what is left.
 */
export function sightOf(viewer: Id, row: string): RawBuilder<Sight> {
  const block = (blocker: string, blocked: string) => sql`exists (
    select from playdate_caregiver other
    join block on block.${sql.ref(blocker)} = other.caregiver_id and block.${sql.ref(blocked)} = eye
    where other.playdate_id = playdate.id and other.shown and other.side <> ${sql.ref(`${row}.side`)}
      and (playdate.type = 'single' or other.caregiver_id = playdate.owner_id))`
  return sql<Sight>`case when exists (
      select from ${pairsOf(viewer)} where pair.playdate_id = playdate.id and ${acted} = ${eye})
    then 'whole' else (
      select case
        when count(*) = 0 or bool_or(acted = eye) then 'whole'
        when bool_or(${block('blocker_id', 'blocked_id')}) then 'nameless'
        when not bool_or(shares) then 'card'
        when bool_or(${block('blocked_id', 'blocker_id')}) then 'quiet'
        else 'whole' end
      from (
        select eye, acted, coalesce((
          select shares_places from guardianship
          where guardianship.child_id = each.child_id and guardianship.caregiver_id = each.acted), true) as shares
        from (
          select pair.child_id, ${eye} as eye, acted_for(pair.child_id, ${acted}) as acted
          from ${pairsOf(viewer)} where pair.playdate_id = playdate.id) each) judged) end`
}

/** Over `playdate`: who looks after it of the viewer's own family, where the viewer reads the card. */
export function lookedAfterBy(viewer: Id): RawBuilder<string | null> {
  return sql<string | null>`(
    select acted_for(pair.child_id, ${acted}) from ${pairsOf(viewer)}
    where pair.playdate_id = playdate.id order by pair.child_id limit 1)`
}

/** Over rows of `playdate_child` by that name: that one acted for the child. */
export function isActedBy(row: string, caregiver: Id): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`acted_for(${column('child_id')}, coalesce(${column('acted_by')}, ${column('caregiver_id')}))
    = ${caregiver}`
}
