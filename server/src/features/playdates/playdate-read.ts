import type { CancelCause, Response, Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import type { Sight } from '#features/visibility/playdates.db.ts'

/** As it is read: who and which children are on its sides are ids, and one of the rows has everybody's names. */
export interface BareRow {
  id: string
  /** The event that the viewer was taken off, of which this keeps what they saw; null of all others. */
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
  /** Only of events; null: as many as come. */
  capacity: number | null
  spots_taken: number
  stay: Stay | null
  last_submitted_by: string
  last_side: 'owner' | 'recipient'
  cancel_reason: string | null
  cancel_cause: CancelCause | null
  /** How long it waits for each answer; null as long as it takes. */
  wait: Wait | null
  answer_by: Date | null
  ended_as: 'over' | null
  ask_id: string | null
  /** Of how many families of the order this is which. */
  ask_position: number | null
  ask_length: number | null
  version: number
  created_at: Date
  updated_at: Date
  owner_id: string
  cancelled_by: string | null
  /** It has taken place, or is off. */
  is_over: boolean
  /** The viewer's. */
  side: 'owner' | 'recipient'
  role: 'guardian' | 'helper'
  sight: Sight
  /** Who acted for the viewer's child, where the viewer reads the card. */
  looked_after_by: string | null
  /** The viewer's own answer to an event. */
  response: Response | null
  /** The viewer blocked somebody whom this event invites, too. */
  blocked_invited: boolean
  /** Which of its children wait for a spot, or have one kept. */
  in_line: Record<string, 'waiting' | 'offered'> | null
  /** What an event's answer is for each of its children; those without one are left out. */
  answers: Record<string, Response> | null
  owner_children: string[] | null
  recipient_children: string[] | null
  /** Through whom they came, in the same order. */
  owner_carers: string[] | null
  recipient_carers: string[] | null
  /** Who acted last for a child; shown of the viewer's own. */
  acts: { child: string; by: string; at: string | null }[] | null
  /** First name and initial as they were, by child; null while it is open or to come. */
  names_then: Record<string, [string, string]> | null
  /** Who is named on the recipients' side. */
  recipient_ids: string[] | null
  /** Who else is guardian of the viewer's child, on the viewer's side. */
  near_ids: string[] | null
  /** How many messages of others the viewer has not read, by room; rooms without any are left out. */
  unread: { recipient_id: string | null; count: number }[] | null
  /** Of one date of a series; null of others, and on the card. */
  series_id: string | null
  every_weeks: 1 | 2 | null
  /** How many that the viewer sees follow it in the same state. */
  series_left: number | null
  standing: Standing[] | null
  /** The confirmed one of which this asks for another time, or whose place it took; and when that is or was. */
  replaces_id: string | null
  replaces_time: Date | null
  /** What is to take its place, or took it; its time once there was a yes. Only where it is read by itself. */
  replaced_by: { id: string; time: string | null } | null
}

/** Somebody who stands on a side now. */
export interface Standing {
  id: string
  side: 'owner' | 'recipient'
  role: 'guardian' | 'helper'
  /** A helper sees it only once it is confirmed. */
  sees: boolean
  /** Of who is invited to an event; else null. */
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
  /** Whole also in what is over. */
  is_seen: boolean
}

export interface ReadRow extends BareRow {
  caregivers: Person[] | null
  children: KnownChild[] | null
}
