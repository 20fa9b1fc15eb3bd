import { type RawBuilder, sql } from 'kysely'

/**
 * Who reads and writes in which room, over `playdate`, `chat_room`, and a row of `playdate_caregiver`. Of a single
 * playdate both sides. Of an event: in the room of all its owner and those who said yes; in a private room its owner and
 * that invitee, unless they said no.
 */
function reads(row: 'mine' | 'each', caregiver: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const [side, response] = [sql.ref(`${row}.side`), sql.ref(`${row}.response`)]
  return sql<boolean>`(
    case
      when playdate.type = 'single' then true
      when ${side} = 'owner' then true
      when chat_room.recipient_id is null then ${response} = 'accepted'
      else chat_room.recipient_id = ${caregiver} and ${response} is distinct from 'rejected'
    end) is true`
}

/** Whether the viewer may, whose row of `playdate_caregiver` is `mine`. */
export function mayRead(viewer: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return reads('mine', viewer)
}

/** The ids of all who may now. */
export const readersOf = sql<string[]>`array(
  select each.caregiver_id::text from playdate_caregiver each
  where each.playdate_id = playdate.id and ${reads('each', sql.ref('each.caregiver_id'))})`
