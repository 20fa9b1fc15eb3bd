import { type Expression, type RawBuilder, sql } from 'kysely'

/** Who sees what, as SQL over any table: `viewer` and `caregiver` are caregiver ids, columns or values. */
type Id = Expression<string | null> | string

/** True where the two have an accepted connection. */
export function areConnected(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from connection
    where connection.status = 'accepted'
      and (connection.inviter_id = ${viewer} and connection.invitee_id = ${caregiver}
        or connection.invitee_id = ${viewer} and connection.inviter_id = ${caregiver}))`
}

/** The caregivers whom the viewer has an accepted connection with, read from the viewer's side: for lists. */
export function connectionsOf(viewer: string): RawBuilder<string> {
  return sql<string>`(
    select invitee_id from connection where inviter_id = ${viewer} and status = 'accepted'
    union
    select inviter_id from connection where invitee_id = ${viewer} and status = 'accepted')`
}

/** True where both are approved members of one group. */
function shareGroup(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from group_membership mine
    join group_membership theirs on theirs.group_id = mine.group_id and theirs.status = 'approved'
    where mine.caregiver_id = ${viewer} and mine.status = 'approved' and theirs.caregiver_id = ${caregiver})`
}

/** Connections and members of shared groups, the viewer perhaps among them: for lists. */
export function circleOf(viewer: string): RawBuilder<string> {
  return sql<string>`(
    ${connectionsOf(viewer)}
    union
    select theirs.caregiver_id from group_membership mine
    join group_membership theirs on theirs.group_id = mine.group_id and theirs.status = 'approved'
    where mine.caregiver_id = ${viewer} and mine.status = 'approved')`
}

/** Over `playdate`: it has taken place, or was rejected or cancelled. */
export const isOver = sql<boolean>`playdate_is_over(playdate.status, playdate.accepted_time, playdate.duration_minutes)`

/** The longest that a playdate may take: what began before is over. */
const longestPlaydate = sql.lit('12 hours')

/** The children on a side of a playdate of the viewer's that is open or to come. */
export function childrenMetBy(viewer: Id): RawBuilder<string> {
  return sql<string>`(
    select playdate_child.child_id from playdate_caregiver mine
    join playdate on playdate.id = mine.playdate_id and not ${isOver}
    join playdate_child on playdate_child.playdate_id = mine.playdate_id
    where mine.caregiver_id = ${viewer} and (mine.playdate_status = 'pending'
      or mine.playdate_status = 'accepted' and mine.playdate_time > now() - interval ${longestPlaydate}))`
}

/**
 * True where one may see the other's children by name, grade and photo: the caregiver itself, connections and members
 * of a shared group. Schools are for connections, hours for the caregiver itself.
 */
export function seesChildrenOf(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(${caregiver} = ${viewer}
    or ${areConnected(viewer, caregiver)} or ${shareGroup(viewer, caregiver)})`
}
