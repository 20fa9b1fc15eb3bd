import type { Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import { preparedChange } from '#db/prepared.ts'

export interface NewPlaydate {
  id: string
  roomId: string
  type: 'single' | 'group'
  ownerId: string
  ownerChildren: readonly string[]
  recipients: readonly { childId: string; caregiverId: string }[]
  proposal: Proposal
  wait?: Wait | null
  /** The order it belongs to, its position there, and the number of families. */
  ask?: { id: string; position: number; of: number } | undefined
  /** Only of events. */
  capacity?: number | null
  /** Set if it is one of several dates. */
  series?: NewSeries | undefined
}

export interface NewSeries {
  id: string
  everyWeeks: 1 | 2
}

export interface Proposal {
  locations: readonly [string | null, string | null, string | null]
  times: readonly Date[]
  durationMinutes: number
  /** Only of events. */
  description?: string | null
  /** Until when it waits for an answer; null if there is no limit. */
  answerBy?: Date | null
  /** Only of requests. */
  stay?: Stay | null
}

const waitingColumns = { status: 'pending', accepted_location: null, accepted_time: null }

/** An event needs nobody's yes: its one time and place are settled from the start. */
export const settledColumns = ({ locations, times }: Proposal) => ({
  status: 'accepted',
  accepted_location: locations[0],
  accepted_time: times[0] ?? null,
})

/**
 * Inserts a playdate with its sides and its chat room. A request is pending; an event is accepted at once, and has a
 * private room for its owner and each invitee.
 */
export async function insertPlaydate(db: Db, row: NewPlaydate): Promise<void> {
  const invited = [...new Set(row.recipients.map(({ caregiverId }) => caregiverId))]
  const privately = row.type === 'group' ? invited : []
  const { status, accepted_location, accepted_time } =
    row.type === 'group' ? settledColumns(row.proposal) : waitingColumns
  const [location1, location2, location3] = row.proposal.locations
  await insert(db, {
    id: row.id,
    type: row.type,
    status,
    ownerId: row.ownerId,
    location1,
    location2,
    location3,
    times: row.proposal.times,
    acceptedLocation: accepted_location,
    acceptedTime: accepted_time,
    description: row.proposal.description ?? null,
    capacity: row.capacity ?? null,
    spotsTaken: row.type === 'group' ? row.ownerChildren.length : 0,
    durationMinutes: row.proposal.durationMinutes,
    wait: row.wait ?? null,
    answerBy: row.proposal.answerBy ?? null,
    askId: row.ask?.id ?? null,
    askPosition: row.ask?.position ?? null,
    askLength: row.ask?.of ?? null,
    seriesId: row.series?.id ?? null,
    everyWeeks: row.series?.everyWeeks ?? null,
    stay: row.proposal.stay ?? null,
    invited,
    children: [...row.ownerChildren, ...row.recipients.map(({ childId }) => childId)],
    carers: [
      ...row.ownerChildren.map(() => row.ownerId),
      ...row.recipients.map(({ caregiverId }) => caregiverId),
    ],
    rooms: [row.roomId, ...privately.map(() => newId())],
    roomRecipients: [null, ...privately],
  })
}

interface Inserted {
  id: string
  type: string
  status: string
  ownerId: string
  location1: string | null
  location2: string | null
  location3: string | null
  times: readonly Date[]
  acceptedLocation: string | null
  acceptedTime: Date | null
  description: string | null
  capacity: number | null
  spotsTaken: number
  durationMinutes: number
  wait: Wait | null
  answerBy: Date | null
  askId: string | null
  askPosition: number | null
  askLength: number | null
  seriesId: string | null
  everyWeeks: number | null
  stay: Stay | null
  invited: readonly string[]
  children: readonly string[]
  /** The caregiver of each child, in the same order. */
  carers: readonly string[]
  rooms: readonly string[]
  /** The invitee of each private room, in the same order; null for the room of all. */
  roomRecipients: readonly (string | null)[]
}

/** One statement. Its parts don't see each other's new rows, so each repeats the values it shares with the others. */
const insert = preparedChange((db, value: Inserted) => ({
  compile: () =>
    sql`
      with playdate as (
        insert into playdate (id, type, status, owner_id, location1, location2, location3, proposed_times,
          accepted_location, accepted_time, description, capacity, spots_taken, duration_minutes, last_submitted_by,
          last_side, wait, answer_by, stay, series_id, every_weeks, ask_id, ask_position, ask_length)
        values (${value.id}, ${value.type}, ${value.status}, ${value.ownerId}, ${value.location1},
          ${value.location2}, ${value.location3}, ${value.times}, ${value.acceptedLocation}, ${value.acceptedTime},
          ${value.description}, ${value.capacity}, ${value.spotsTaken}, ${value.durationMinutes}, ${value.ownerId},
          'owner', ${value.wait}, ${value.answerBy}, ${value.stay}, ${value.seriesId}, ${value.everyWeeks},
          ${value.askId}, ${value.askPosition}, ${value.askLength})
      ), caregivers as (
        insert into playdate_caregiver (playdate_id, caregiver_id, side, playdate_status, playdate_time)
        select ${value.id}::uuid, ${value.ownerId}::uuid, 'owner', ${value.status}, ${value.acceptedTime}::timestamptz
        union all
        select ${value.id}::uuid, each, 'recipient', ${value.status}, ${value.acceptedTime}::timestamptz
        from unnest(${value.invited}::uuid[]) each
      ), children as (
        insert into playdate_child (playdate_id, child_id, caregiver_id, side, acted_by, acted_at)
        select ${value.id}::uuid, child, carer, case carer when ${value.ownerId} then 'owner' else 'recipient' end,
          case carer when ${value.ownerId} then carer end, case carer when ${value.ownerId} then now() end
        from unnest(${value.children}::uuid[], ${value.carers}::uuid[]) each (child, carer)
      )
      insert into chat_room (id, playdate_id, recipient_id)
      select room, ${value.id}::uuid, recipient
      from unnest(${value.rooms}::uuid[], ${value.roomRecipients}::uuid[]) each (room, recipient)`.compile(
      db,
    ),
}))
