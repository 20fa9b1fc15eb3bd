import { type RawBuilder, sql } from 'kysely'

/**
 * Who reads and writes in which room, over `playdate`, `chat_room`, and `mine`, the viewer's row of
 * `playdate_caregiver`. Of a single playdate both sides. Of an event: in the room of all its owner and those who said
 * yes; in a private room its owner and that invitee, unless they said no.
 */
export function mayRead(viewer: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    case
      when playdate.type = 'single' then true
      when mine.side = 'owner' then true
      when chat_room.recipient_id is null then mine.response = 'accepted'
      else chat_room.recipient_id = ${viewer} and mine.response is distinct from 'rejected'
    end) is true`
}

/** The same as a list of ids: all who may read in the room now. */
export const readersOf = sql<string[]>`array(
  select each.caregiver_id::text from playdate_caregiver each
  where each.playdate_id = playdate.id and (
    case
      when playdate.type = 'single' then true
      when each.side = 'owner' then true
      when chat_room.recipient_id is null then each.response = 'accepted'
      else chat_room.recipient_id = each.caregiver_id and each.response is distinct from 'rejected'
    end) is true)`
