import { type Expression, type RawBuilder, sql } from 'kysely'
import { looksAt, placesOf, sightOf } from './playdates.db.ts'
import { isLive, isOut } from './standing.ts'

export { isLive, isOut } from './standing.ts'

/** Who sees what, as SQL over any table: `viewer` and `caregiver` are caregiver ids, as columns or values. */
type Id = Expression<string | null> | string

/**
 * True if the two are strangers to each other, whatever else connects them: one of them blocked the other, or the
 * other's account is suspended, closed or erased. Everything that reveals anything about a caregiver checks this.
 */
export function areApart(viewer: Id, other: Id): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from block where blocker_id = ${viewer} and blocked_id = ${other})
    or exists (select from block where blocker_id = ${other} and blocked_id = ${viewer})
    or ${isOut(other)})`
}

/** True if the viewer is a guardian of the child now: guardians read and change it, and answer for it. */
export function isGuardian(viewer: Id, child: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from guardianship
    where guardianship.child_id = ${child} and guardianship.caregiver_id = ${viewer}
      and guardianship.role = 'guardian' and ${isLive()})`
}

/** The first name of a child that both are guardians of now; null if there is none. */
export function childOfBoth(one: Id, other: Id): RawBuilder<string | null> {
  return sql<string | null>`(
    select child.first_name from child
    where ${isGuardian(one, sql.ref('child.id'))} and ${isGuardian(other, sql.ref('child.id'))}
      and child.deleted_at is null
    order by child.id limit 1)`
}

/** True if the two are different caregivers and guardians of the same child now. */
export function areGuardiansOfOne(one: Id, other: Id): RawBuilder<boolean> {
  return sql<boolean>`(${one}::uuid <> ${other}::uuid and ${childOfBoth(one, other)} is not null)`
}

/** True if both are grown-ups of the same child, guardians or helpers, now or in future. */
export function areOfOneChild(one: Id | null, other: Id): RawBuilder<boolean> {
  return haveOneChild(one, other, sql<Date>`now()`)
}

/** `areOfOneChild`, or true if they were within the last 12 months. */
export function wereOfOneChild(one: Id | null, other: Id): RawBuilder<boolean> {
  return haveOneChild(one, other, sql<Date>`now() - interval '12 months'`)
}

function haveOneChild(one: Id | null, other: Id, since: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from guardianship mine join guardianship theirs on theirs.child_id = mine.child_id
    where mine.caregiver_id = ${one}::uuid and theirs.caregiver_id = ${other}
      and coalesce(place_ends(mine), 'infinity') > ${since}
      and coalesce(place_ends(theirs), 'infinity') > ${since})`
}

/** True if `other` is another grown-up, guardian or helper, of a child that the viewer is guardian of now. */
export function isGrownUpBeside(viewer: Id, other: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from guardianship mine join guardianship theirs on theirs.child_id = mine.child_id
    where mine.caregiver_id = ${viewer} and mine.role = 'guardian' and ${isLive('mine')}
      and theirs.caregiver_id = ${other} and theirs.caregiver_id <> mine.caregiver_id
      and theirs.since <= now() and coalesce(place_ends(theirs), 'infinity') > now())`
}

/** Selects the ids of the child's guardians now. */
export function guardiansOf(child: Id): RawBuilder<string> {
  return sql<string>`(
    select guardianship.caregiver_id from guardianship
    where guardianship.child_id = ${child} and guardianship.role = 'guardian' and ${isLive()})`
}

/** Selects the ids of the children that the caregiver is guardian of now. */
export function childrenOfGuardian(caregiver: Id): RawBuilder<string> {
  return sql<string>`(
    select guardianship.child_id from guardianship
    where guardianship.caregiver_id = ${caregiver} and guardianship.role = 'guardian' and ${isLive()})`
}

/**
 * True if the viewer sees the caregiver's name: of connections, of caregivers whose invitation to them is pending, of
 * members of a shared group, and of everybody named on a playdate that the viewer sees with names. False for caregivers
 * apart from the viewer, and for the viewer themselves.
 */
export function seesName(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(
    ${caregiver} <> ${viewer} and not ${areApart(viewer, caregiver)} and (
      ${areConnected(viewer, caregiver)} or ${shareGroup(viewer, caregiver)}
      or exists (
        select from connection
        where inviter_id = ${caregiver} and invitee_id = ${viewer} and status = 'pending')
      or exists (
        select from playdate_caregiver mine
        join playdate on playdate.id = mine.playdate_id
        join playdate_caregiver theirs on theirs.playdate_id = mine.playdate_id
        where mine.caregiver_id = ${viewer} and theirs.caregiver_id = ${caregiver} and theirs.shown
          and ${looksAt('mine')} and ${sightOf(placesOf(viewer), 'mine')} <> 'nameless')))`
}

/** True if the two have an accepted connection. */
export function areConnected(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from connection
    where connection.status = 'accepted'
      and (connection.inviter_id = ${viewer} and connection.invitee_id = ${caregiver}
        or connection.invitee_id = ${viewer} and connection.inviter_id = ${caregiver}))`
}

/** Selects the caregivers who have an accepted connection with the viewer. Lists must leave out those who are apart. */
export function connectionsOf(viewer: string): RawBuilder<string> {
  return sql<string>`(
    select invitee_id from connection where inviter_id = ${viewer} and status = 'accepted'
    union
    select inviter_id from connection where invitee_id = ${viewer} and status = 'accepted')`
}

/** True if both are approved members of the same group. */
function shareGroup(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from group_membership mine
    join group_membership theirs on theirs.group_id = mine.group_id and theirs.status = 'approved'
    where mine.caregiver_id = ${viewer} and mine.status = 'approved' and theirs.caregiver_id = ${caregiver})`
}

/** Selects connections and members of shared groups, the viewer perhaps too. Lists must leave out who is apart. */
export function circleOf(viewer: string): RawBuilder<string> {
  return sql<string>`(
    ${connectionsOf(viewer)}
    union
    select theirs.caregiver_id from group_membership mine
    join group_membership theirs on theirs.group_id = mine.group_id and theirs.status = 'approved'
    where mine.caregiver_id = ${viewer} and mine.status = 'approved')`
}

/** True if the playdate has taken place, or was rejected or cancelled, over `playdate`. */
export const isOver = sql<boolean>`playdate_is_over(playdate.status, playdate.accepted_time, playdate.duration_minutes)`

/** The longest that a playdate can last: one that began longer ago is over. */
const longestPlaydate = sql.lit('12 hours')

/**
 * Selects the children of the viewer's playdates that are open or to come and not nameless to them, even those who came
 * through a caregiver apart from the viewer.
 */
export function childrenMetBy(viewer: Id): RawBuilder<string> {
  return childrenMet(viewer, sql<boolean>`${sightOf(placesOf(viewer), 'mine')} <> 'nameless'`)
}

/**
 * Selects children who came, on the other side of a playdate of the viewer's that is open or to come, through a
 * caregiver whom the viewer blocked but who didn't block them, if another grown-up of the viewer's child arranged it.
 */
function childrenInSpiteOfBlock(viewer: Id): RawBuilder<string> {
  const through = sql.ref<string>('playdate_child.caregiver_id')
  return childrenMet(
    viewer,
    sql<boolean>`(mine.role = 'guardian' and playdate_child.side <> mine.side
      and (playdate.type = 'single' or ${through} = playdate.owner_id)
      and exists (select from block where blocker_id = ${viewer} and blocked_id = ${through})
      and not exists (select from block where blocker_id = ${through} and blocked_id = ${viewer})
      and not ${isOut(through)} and ${sightOf(placesOf(viewer), 'mine')} in ('quiet', 'card'))`,
  )
}

function childrenMet(viewer: Id, condition: RawBuilder<boolean>): RawBuilder<string> {
  return sql<string>`(
    select playdate_child.child_id from playdate_caregiver mine
    join playdate on playdate.id = mine.playdate_id and not ${isOver}
    join playdate_child on playdate_child.playdate_id = mine.playdate_id
    where mine.caregiver_id = ${viewer} and (mine.playdate_status = 'pending'
      or mine.playdate_status = 'accepted' and mine.playdate_time > now() - interval ${longestPlaydate})
      and ${looksAt('mine')} and ${condition})`
}

/**
 * True if the viewer may see the caregiver's children by name, grade and photo: the caregiver themselves and, unless
 * they are apart, connections and members of a shared group. Schools are for connections only, hours for the children's
 * guardians.
 */
export function seesChildrenOf(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(${caregiver} = ${viewer} or not ${areApart(viewer, caregiver)}
    and (${areConnected(viewer, caregiver)} or ${shareGroup(viewer, caregiver)}))`
}

/** True if the viewer may see the child in lists: its guardians, their connections and members of their groups. */
export function knowsChild(viewer: Id, child: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from guardianship through
    where through.child_id = ${child} and through.role = 'guardian' and ${isLive('through')}
      and ${seesChildrenOf(viewer, sql.ref('through.caregiver_id'))})`
}

/** True if one of the child's guardians is connected with the viewer and not apart from them. */
export function isFriendsChild(viewer: Id, child: Id): RawBuilder<boolean> {
  const through = sql.ref<string>('through.caregiver_id')
  return sql<boolean>`exists (
    select from guardianship through
    where through.child_id = ${child} and through.role = 'guardian' and ${isLive('through')}
      and ${areConnected(viewer, through)} and not ${areApart(viewer, through)})`
}

/**
 * True if the viewer knows the child (`knowsChild`), or if it takes part in a playdate of theirs that is open or to
 * come and not nameless to them, through a caregiver who isn't apart from them. Also true for `childrenInSpiteOfBlock`.
 * Other guardians of the child don't count: if the caregiver it came through is apart, the playdate doesn't show it
 * either.
 */
export function seesChild(viewer: Id, child: Id): RawBuilder<boolean> {
  const through = sql.ref<string>('playdate_child.caregiver_id')
  const isShown = sql<boolean>`(${sightOf(placesOf(viewer), 'mine')} <> 'nameless' and not ${areApart(viewer, through)})`
  return sql<boolean>`(${knowsChild(viewer, child)} or ${child} in ${childrenMet(viewer, isShown)}
    or ${child} in ${childrenInSpiteOfBlock(viewer)})`
}
