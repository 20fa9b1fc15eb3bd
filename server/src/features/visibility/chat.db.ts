import { type RawBuilder, sql } from 'kysely'
import { placesOf, sightOf, standsThere } from './playdates.db.ts'

/**
 * Who may read and write in which room, over `playdate`, `chat_room` and a row of `playdate_caregiver`: guardians only.
 * Of a single playdate, both sides. Of an event: in the room of all, its owner's side and those who said yes; in a
 * private room, only the owner and that invitee, and the invitee only unless they said no.
 */
function reads(row: 'mine' | 'each', caregiver: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(${column('role')} = 'guardian' and
    case
      when playdate.type = 'single' then true
      when chat_room.recipient_id is not null then ${caregiver} = playdate.owner_id
        or chat_room.recipient_id = ${caregiver} and ${column('response')} is distinct from 'rejected'
      when ${column('side')} = 'owner' then true
      else ${column('response')} = 'accepted'
    end) is true`
}

/** True if the viewer may read and write in the room, given that they see the playdate whole; `mine` is their row. */
export function mayReadRoom(viewer: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return reads('mine', viewer)
}

/** True if the viewer may read and write in the room; `mine` is their row of `playdate_caregiver`. */
export function mayRead(viewer: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${standsThere('mine')} and ${mayReadRoom(viewer)}
    and ${sightOf(placesOf(viewer), 'mine')} = 'whole')`
}

const reader = sql.ref<string>('each.caregiver_id')

/** The ids of all caregivers who may read and write in the room now. */
export const readersOf = sql<string[]>`array(
  select each.caregiver_id::text from playdate_caregiver each
  where each.playdate_id = playdate.id and ${standsThere('each')} and ${reads('each', reader)}
    and ${sightOf(placesOf(reader), 'each')} = 'whole')`
