import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { erasedNames, isNameless } from '#features/visibility/erased-names.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { BareRow, KnownChild, Person, ReadRow, Standing } from './playdate-read.ts'
import type { PlaceRow } from './spots/spots.db.ts'

export interface Name extends NameRow {
  /** null of whoever is gone or apart */
  time_zone: string | null
}

/**
 * Who is apart, and their children, are called what the erased are. Of a playdate that is over or off: the name as it
 * was, grade and photo only for whoever sees them elsewhere too.
 */
export interface PlaydateChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  /** Through whom it came. */
  caregiver: Name
  /** The viewer is its guardian. */
  is_own: boolean
  /** Of own children: the answer to an event. */
  response: Response | null
  /** Of own children: who acted for it last, and when. */
  actedBy: Name | null
  acted_at: Date | null
}

/** A playdate with all that a card or a page shows, as one caregiver sees it. */
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
  /** The waiting list of an event, in its order, where it was asked for. */
  line?: (PlaceRow & { caregiver: NameRow })[]
  /** Both sides' in the order of their ids. */
  ownerChildren: PlaydateChildRow[]
  recipientChildren: PlaydateChildRow[]
  /** Who is named there, and on the viewer's own side the other guardians of their child. */
  recipients: Name[]
  cancelledBy: Name | null
  lookedAfterBy: Name | null
  /** The viewer may propose, answer, move or cancel for their side, as its state allows. */
  may_act: boolean
  may_chat: boolean
  unread: { recipient_id: string | null; count: number }[]
  /** Who is notified of a change; empty where the row was read with others. */
  standing: Standing[]
}

/** @param met children whom the viewer is to meet again */
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
    // One copy of some forty columns: without those that are nobody's to read it would be several, half of a list's memory.
    ...row,
    // A helper doesn't see what it took the place of.
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

/** A yes wins over what another child waits for. Nobody waits for what is off, or has begun. */
function outcomeOf(
  { response, in_line, status, is_over }: Pick<BareRow, 'response' | 'in_line' | 'status' | 'is_over'>,
  mine: readonly PlaydateChildRow[],
): EventOutcome | null {
  if (response === 'accepted' || in_line === null || status !== 'accepted' || is_over) return response
  const own = mine.filter(({ is_own }) => is_own).map(({ id }) => in_line[id])
  return (['offered', 'waiting'] as const).find((each) => own.includes(each)) ?? response
}

/** For a side acts who is guardian of every child on it; for an event its organiser, and each invitee for their own. */
function mayActFor(
  { type, side, owner_id }: Pick<BareRow, 'type' | 'side' | 'owner_id'>,
  children: readonly PlaydateChildRow[],
  viewer: string,
): boolean {
  if (type === 'group' && side === 'recipient') return children.some(({ is_own }) => is_own)
  return (type === 'single' || owner_id === viewer) && children.every(({ is_own }) => is_own)
}

/** What a card leaves out. */
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
 * How the viewer is shown those on a playdate: not who is apart, but whom they only blocked where another grown-up of
 * their child arranged it with them; of a nameless card nobody but their own family.
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
