import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { isOwner, playdatePrompts } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { GroupPlace } from '#features/groups/groups.queries.ts'

/** What a caregiver has entered so far; it survives a reload and an expired session. */
export interface PlaydateDraft {
  /** Not chosen yet: null. Events come with the premium membership. */
  type: 'single' | null
  /** The own children who play, on whichever side the caregiver stands. */
  ownChildren: string[]
  source: 'friends' | 'groups'
  /** The group or pod that is looked at for children; null: none yet. */
  place: GroupPlace | null
  /** The other side's children; of a single playdate that is one. */
  otherChildren: string[]
  locations: [string, string, string]
  times: string[]
  durationMinutes: number
  /** The version that a counter-proposal answers; of a new playdate null. */
  version: number | null
  /** The last attempt to send, so that the same again counts as a repeat. */
  attempt: Attempt | null
}

export interface Attempt {
  idempotencyKey: string
  /** What was sent, as text. */
  of: string
}

export const emptyDraft: PlaydateDraft = {
  type: null,
  ownChildren: [],
  source: 'friends',
  place: null,
  otherChildren: [],
  locations: ['', '', ''],
  times: [],
  durationMinutes: 120,
  version: null,
  attempt: null,
}

/** A counter-proposal starts from what was proposed, without the times that have passed. */
export function draftOf(playdate: Playdate, viewer: string, now: number): PlaydateDraft {
  const ids = (children: Playdate['ownerChildren']) => children.map(({ _id }) => _id)
  const mine = isOwner(playdate, viewer)
  const { option1, option2, option3 } = playdate.proposedLocations
  return {
    ...emptyDraft,
    type: 'single',
    ownChildren: ids(mine ? playdate.ownerChildren : playdate.recipientChildren),
    otherChildren: ids(mine ? playdate.recipientChildren : playdate.ownerChildren),
    locations: [option1 ?? '', option2 ?? '', option3 ?? ''],
    times: playdate.proposedTimes.filter((each) => Date.parse(each) > now).toSorted(),
    durationMinutes: playdate.durationMinutes,
    version: playdate.version,
  }
}

/** The body to send. `isOwnerSide`: the writer stands on the owner's side, as whoever creates does. */
export function proposalOf(draft: PlaydateDraft, isOwnerSide: boolean) {
  const [option1, option2, option3] = draft.locations.map((each) => each.trim() || null)
  return {
    type: 'single' as const,
    ownerChildren: isOwnerSide ? draft.ownChildren : draft.otherChildren,
    recipientChildren: isOwnerSide ? draft.otherChildren : draft.ownChildren,
    proposedLocations: { option1: option1 ?? null, option2: option2 ?? null, option3: option3 ?? null },
    proposedTimes: draft.times.toSorted(),
    durationMinutes: draft.durationMinutes,
  }
}

export type DraftField = 'own' | 'location' | 'recipient' | 'time'

export interface DraftProblem {
  field: DraftField
  /** Which of the three places. */
  index: number
  text: string
}

/** Only the first failing prompt, in the order in which they are told. */
export function firstProblem(draft: PlaydateDraft, isOwnerSide: boolean, now: number): DraftProblem | null {
  const body = proposalOf(draft, isOwnerSide)
  const { own, others } = isOwnerSide
    ? { own: body.ownerChildren, others: body.recipientChildren }
    : { own: body.recipientChildren, others: body.ownerChildren }
  const problem = (field: DraftField, text: string, index = 0): DraftProblem => ({ field, index, text })
  if (own.length === 0) return problem('own', playdatePrompts.ownChildren)
  if (Object.values(body.proposedLocations).every((each) => each === null)) {
    return problem('location', playdatePrompts.location)
  }
  if (others.length === 0) return problem('recipient', playdatePrompts.recipient)
  if (body.proposedTimes.length === 0) return problem('time', playdatePrompts.time)
  if (body.proposedTimes.some((each) => Date.parse(each) <= now)) {
    return problem('time', playdatePrompts.pastTime)
  }
  // Whatever else the server would refuse: too long a place, too many times.
  const issue = createPlaydate.body.safeParse(body).error?.issues[0]
  return issue ? problem(fieldOf(String(issue.path[0])), issue.message, placeIndex(issue.path[1])) : null
}

/** Where a refusal of the server belongs, by the path in its `fields`. */
export function problemOf(fields: Record<string, string>, isOwnerSide: boolean): DraftProblem | null {
  const [path, text] = Object.entries(fields)[0] ?? []
  if (path === undefined || text === undefined) return null
  const [name, place] = path.split('.')
  const field = fieldOf(name ?? '')
  const swapped = field === 'own' ? 'recipient' : field === 'recipient' ? 'own' : field
  return { field: isOwnerSide ? field : swapped, index: placeIndex(place), text }
}

/** The key of the attempt: the same body again is the same attempt, whatever became of the first answer. */
export function attemptFor(previous: Attempt | null, body: unknown, newKey: () => string): Attempt {
  const of = JSON.stringify(body)
  return previous?.of === of ? previous : { idempotencyKey: newKey(), of }
}

function fieldOf(name: string): DraftField {
  if (name === 'ownerChildren') return 'own'
  if (name === 'recipientChildren') return 'recipient'
  return name === 'proposedLocations' ? 'location' : 'time'
}

function placeIndex(part: unknown): number {
  const index = ['option1', 'option2', 'option3'].indexOf(String(part))
  return Math.max(index, 0)
}
