import type { CancelCause, Response, Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import type { Sight } from '#features/visibility/playdates.db.ts'

/** A playdate as read: caregivers and children are ids, and one of the rows has everybody's names. */
export interface BareRow {
  id: string
  /** The event the viewer was taken off, if this is their copy of what they saw of it; otherwise null. */
  copy_of: string | null
  type: 'single' | 'group'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  location1: string | null
  location2: string | null
  location3: string | null
  proposed_times: Date[]
  accepted_location: string | null
  accepted_time: Date | null
  description: string | null
  duration_minutes: number
  /** Only of events; null means no limit. */
  capacity: number | null
  spots_taken: number
  stay: Stay | null
  last_submitted_by: string
  last_side: 'owner' | 'recipient'
  cancel_reason: string | null
  cancel_cause: CancelCause | null
  /** How long it waits for each answer; null means no limit. */
  wait: Wait | null
  answer_by: Date | null
  ended_as: 'over' | null
  ask_id: string | null
  /** Its position in the order, and the number of families there. */
  ask_position: number | null
  ask_length: number | null
  version: number
  created_at: Date
  updated_at: Date
  owner_id: string
  cancelled_by: string | null
  /** It has taken place, or is off. */
  is_over: boolean
  /** The viewer's side. */
  side: 'owner' | 'recipient'
  role: 'guardian' | 'helper'
  sight: Sight
  /** The caregiver who acted for the viewer's child, if the viewer reads only the card. */
  looked_after_by: string | null
  /** The viewer's own answer to an event. */
  response: Response | null
  /** This event also invites a caregiver whom the viewer blocked. */
  blocked_invited: boolean
  /** The children who wait for a spot or have one kept. */
  in_line: Record<string, 'waiting' | 'offered'> | null
  /** The answer to an event by child; children without one are left out. */
  answers: Record<string, Response> | null
  owner_children: string[] | null
  recipient_children: string[] | null
  /** The caregivers they came through, in the same order. */
  owner_carers: string[] | null
  recipient_carers: string[] | null
  /** Who acted last for each child; shown only for the viewer's own. */
  acts: { child: string; by: string; at: string | null }[] | null
  /** First name and initial by child, as they were then; null while it is open or to come. */
  names_then: Record<string, [string, string]> | null
  /** The caregivers named on the recipients' side. */
  recipient_ids: string[] | null
  /** Other guardians of the viewer's child, on the viewer's side, who aren't named to the other side. */
  near_ids: string[] | null
  /** The number of others' messages the viewer has not read, by room; rooms without any are left out. */
  unread: { recipient_id: string | null; count: number }[] | null
  /** Set on dates of a series; null on other playdates and on the card. */
  series_id: string | null
  every_weeks: 1 | 2 | null
  /** The number of later dates in the same state that the viewer sees. */
  series_left: number | null
  standing: Standing[] | null
  /** The confirmed playdate that this asks to replace, or has replaced; and when that is or was. */
  replaces_id: string | null
  replaces_time: Date | null
  /** What is to replace it or has replaced it; its time is null until the yes. Only read with `withStanding`. */
  replaced_by: { id: string; time: string | null } | null
}

/** A caregiver who is on a side now. */
export interface Standing {
  id: string
  side: 'owner' | 'recipient'
  role: 'guardian' | 'helper'
  /** A helper sees it only once it is confirmed. */
  sees: boolean
  /** The answer of an event's invitee; otherwise null. */
  response: string | null
}

export interface Person {
  id: string
  name: string
  last_name: string
  time_zone: string | null
  /** Blocked the viewer, or is suspended, closed or erased. */
  is_hidden: boolean
  /** The viewer blocked them. */
  is_blocked: boolean
}

export interface KnownChild {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  /** The viewer is its guardian. */
  is_own: boolean
  /** The viewer is a grown-up of it. */
  is_near: boolean
  /** Grade and photo are shown even if the playdate is over. */
  is_seen: boolean
}

export interface ReadRow extends BareRow {
  caregivers: Person[] | null
  children: KnownChild[] | null
}
