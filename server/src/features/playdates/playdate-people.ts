import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { erasedNames, isNameless } from '#features/visibility/erased-names.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { BareRow, KnownChild, Person, ReadRow, Standing } from './playdate-read.ts'
import type { PlaceRow } from './spots/spots.db.ts'

export interface Name extends NameRow {
  /** null unless the caregiver is named to the viewer */
  time_zone: string | null
}

/**
 * A child as the viewer sees it. Caregivers hidden from the viewer, and their children, are named like erased ones.
 * Once the playdate is over or off, the name stays as it was, and only viewers who see grade and photo elsewhere see
 * them here.
 */
export interface PlaydateChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  /** The caregiver it came through. */
  caregiver: Name
  /** The viewer is its guardian. */
  is_own: boolean
  /** The answer to an event; own children only. */
  response: Response | null
  /** Who acted for it last, and when; own children only. */
  actedBy: Name | null
  acted_at: Date | null
}

/** A playdate with everything that a card or page shows, as one caregiver sees it. */
export interface PlaydateRow
  extends Omit<
    BareRow,
    | 'owner_id'
    | 'cancelled_by'
    | 'looked_after_by'
    | 'owner_children'
    | 'recipient_children'
    | 'owner_carers'
    | 'recipient_carers'
    | 'acts'
    | 'names_then'
    | 'in_line'
    | 'answers'
    | 'response'
    | 'recipient_ids'
    | 'near_ids'
    | 'unread'
    | 'standing'
  > {
  owner: Name
  /** The viewer's own answer to an event. */
  response: EventOutcome | null
  /** The waiting list of an event in its order, if it was read. */
  line?: (PlaceRow & { caregiver: NameRow })[]
  /** The children of both sides are in the order of their ids. */
  ownerChildren: PlaydateChildRow[]
  recipientChildren: PlaydateChildRow[]
  /** The caregivers named there; to a viewer on that side, also the other guardians of their child. */
  recipients: Name[]
  cancelledBy: Name | null
  lookedAfterBy: Name | null
  /** The viewer may propose, answer, move or cancel for their side, as its state allows. */
  may_act: boolean
  may_chat: boolean
  unread: { recipient_id: string | null; count: number }[]
  /** The caregivers to notify of a change; empty unless read with `withStanding`. */
  standing: Standing[]
}

/** @param met children the viewer is to meet on playdates that are open or to come */
export function withPeople(
  rows: readonly ReadRow[],
  { viewer, met }: { viewer: string; met: ReadonlySet<string> },
): PlaydateRow[] {
  const people = rows.find(({ caregivers }) => caregivers !== null)
  const persons = people?.caregivers ?? []
  const personOf = new Map(persons.map((each) => [each.id, each]))
  const childOf = new Map(people?.children?.map((each) => [each.id, each]))
  return rows.map((row) => shown(row, { viewer, met, persons, personOf, childOf }))
}

interface People {
  viewer: string
  met: ReadonlySet<string>
  persons: readonly Person[]
  personOf: ReadonlyMap<string, Person>
  childOf: ReadonlyMap<string, KnownChild>
}

function shown(row: ReadRow, people: People): PlaydateRow {
  const { owner_id, cancelled_by, looked_after_by, recipient_ids, near_ids, unread, standing } = row
  const named = namesIn(row, people)
  const side = (ids: readonly string[] | null, carers: readonly string[] | null): PlaydateChildRow[] =>
    (ids ?? [])
      .map((id, at) => childIn(row, { id, carer: carers?.[at] ?? '' }, { ...people, named }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  const [ownerChildren, recipientChildren] = [
    side(row.owner_children, row.owner_carers),
    side(row.recipient_children, row.recipient_carers),
  ]
  const isWhole = row.sight === 'whole' || row.sight === 'quiet'
  const mine = row.side === 'owner' ? ownerChildren : recipientChildren
  const may_chat = row.sight === 'whole' && row.role === 'guardian'
  return {
    // Copies some forty columns once. Leaving out the internal ones would take several copies, half of a list's memory.
    ...row,
    // A helper sees neither its capacity nor the time it replaced.
    ...((!isWhole || row.role === 'helper') && { capacity: null, replaces_time: null }),
    ...(!isWhole && nothing),
    response: outcomeOf(row, mine),
    blocked_invited: isWhole && row.blocked_invited,
    owner: named(owner_id),
    ownerChildren,
    recipientChildren,
    recipients: people.persons
      .filter(({ id }) => recipient_ids?.includes(id) || (row.side === 'recipient' && near_ids?.includes(id)))
      .map(({ id }) => named(id)),
    cancelledBy: cancelled_by ? named(cancelled_by) : null,
    lookedAfterBy: looked_after_by ? named(looked_after_by) : null,
    may_act: may_chat && mayActFor(row, mine, people.viewer),
    may_chat,
    unread: (may_chat && unread) || [],
    standing: standing ?? [],
  }
}

/** One child's yes outweighs another's wait for a spot. Nobody waits for an event that is off or over. */
function outcomeOf(
  { response, in_line, status, is_over }: Pick<BareRow, 'response' | 'in_line' | 'status' | 'is_over'>,
  mine: readonly PlaydateChildRow[],
): EventOutcome | null {
  if (response === 'accepted' || in_line === null || status !== 'accepted' || is_over) return response
  const own = mine.filter(({ is_own }) => is_own).map(({ id }) => in_line[id])
  return (['offered', 'waiting'] as const).find((each) => own.includes(each)) ?? response
}

/**
 * True for guardians of every child on their side. On the owner's side of an event, true only for its owner; on the
 * guests' side, one own child is enough.
 */
function mayActFor(
  { type, side, owner_id }: Pick<BareRow, 'type' | 'side' | 'owner_id'>,
  children: readonly PlaydateChildRow[],
  viewer: string,
): boolean {
  if (type === 'group' && side === 'recipient') return children.some(({ is_own }) => is_own)
  return (type === 'single' || owner_id === viewer) && children.every(({ is_own }) => is_own)
}

/** The columns that a card leaves out. */
const nothing = {
  location1: null,
  location2: null,
  location3: null,
  accepted_location: null,
  description: null,
  stay: null,
  cancel_reason: null,
  answer_by: null,
  replaces_time: null,
  replaced_by: null,
  series_id: null,
  every_weeks: null,
}

const nobody = { name: erasedNames.caregiver, last_name: '', time_zone: null }

/**
 * Returns how caregivers on a playdate are named to the viewer. Hidden ones aren't named; those the viewer only blocked
 * are, if another grown-up of the viewer's child arranged it with them. A nameless card names only the viewer's family.
 */
function namesIn(row: ReadRow, { viewer, personOf, childOf }: People): (id: string) => Name {
  const carers = (ids: readonly string[] | null, of: readonly string[] | null) =>
    (ids ?? []).flatMap((id, at) => (childOf.get(id)?.is_near ? (of?.[at] ?? []) : []))
  const own = new Set([
    viewer,
    row.looked_after_by,
    ...(row.near_ids ?? []),
    ...(row.acts ?? []).flatMap(({ child, by }) => (childOf.get(child)?.is_own ? by : [])),
    ...carers(row.owner_children, row.owner_carers),
    ...carers(row.recipient_children, row.recipient_carers),
  ])
  const isInSpite = row.role === 'guardian' && (row.sight === 'quiet' || row.sight === 'card')
  return (id) => {
    const person = personOf.get(id)
    if (!person) throw new Error('a caregiver on a side of a playdate is not there')
    const { is_hidden, is_blocked, ...name } = person
    const isOther = row.type === 'single' || (row.side === 'recipient' && id === row.owner_id)
    const isApart = is_hidden || (is_blocked && !(isInSpite && isOther))
    return isApart || (row.sight === 'nameless' && !own.has(id)) ? { id, ...nobody } : name
  }
}

function childIn(
  row: ReadRow,
  { id, carer }: { id: string; carer: string },
  { named, met, childOf }: People & { named: (id: string) => Name },
): PlaydateChildRow {
  const child = childOf.get(id)
  if (!child) throw new Error('a child on a side of a playdate is not there')
  const { is_near, is_seen, ...known } = child
  const caregiver = named(carer)
  const act = child.is_own ? row.acts?.find((each) => each.child === id) : undefined
  const acted = { actedBy: act ? named(act.by) : null, acted_at: act?.at ? new Date(act.at) : null }
  const response = (child.is_own && row.answers?.[id]) || null
  const shownChild = { ...known, caregiver, response, ...acted }
  if (!is_near && isNameless(caregiver)) {
    return { ...shownChild, first_name: erasedNames.child, last_name_initial: '', grade: null, photo: null }
  }
  const name = row.names_then?.[id]
  if (!name) return shownChild
  const [first_name, last_name_initial] = name
  return {
    ...shownChild,
    first_name,
    last_name_initial,
    ...(!is_seen && !met.has(id) && { grade: null, photo: null }),
  }
}
