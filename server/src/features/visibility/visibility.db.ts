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

/** True where one may see the other's children by name and grade: the caregiver itself and connections. */
export function seesChildrenOf(viewer: Id, caregiver: Id): RawBuilder<boolean> {
  return sql<boolean>`(${caregiver} = ${viewer} or ${areConnected(viewer, caregiver)})`
}
