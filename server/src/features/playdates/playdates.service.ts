import type { Repeat } from '@tagalong/contract/features/playdates/series.contract.ts'
import { datesOfSeries, problemOfSeries } from '@tagalong/contract/features/playdates/series.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import { countEventsAhead, countOpenRequests, lockEventsOf, lockRequestsTo } from './open-requests.db.ts'
import { actorOf, changedTo, type PlanCtx } from './playdate-changed.service.ts'
import {
  type Accepted,
  markAccepted,
  markCancelled,
  markMoved,
  markRejected,
  moveEvent as moveEventRow,
  type Proposer,
  updateProposal,
} from './playdate-changes.db.ts'
import { insertPlaydate, type NewPlaydate, type Proposal } from './playdate-insert.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate, listAccepted, listPast, listPending } from './playdates.db.ts'
import { type Deed, deedOfEnding } from './playdates.notifications.ts'
import type { Counter, Invited } from './playdates.policy.ts'
import { playdateChanged, playdateOver, playdatePast } from './playdates.refusals.ts'
import { type ProposalFields, proposalOf } from './proposals.ts'
import { lockConfirmed } from './replacements/replacements.db.ts'

const requests = { name: 'requests', points: 30, seconds: 3_600, text: refusalTexts.aLotAtOnce }
/** Limits moves, other times and answers, each of which notifies others. */
const changes = { name: 'playdate-changes', points: 60, seconds: 3_600, text: refusalTexts.aLotAtOnce }
const maxOpen = 10
const tenOpen = new Refusal(409, m.prompt_playdate_ten_open)
const maxAhead = 30
const thirtyAhead = new Refusal(409, m.prompt_playdate_thirty_ahead)
const pageLength = 50

export interface Page {
  rows: PlaydateRow[]
  nextCursor: string | null
}

/** Lists requests in pages, or confirmed playdates: all upcoming ones, then past ones in pages. */
export async function listPlaydates(
  { db, clock }: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  { status, cursor }: { status: 'pending' | 'accepted'; cursor?: string | undefined },
): Promise<Page> {
  const viewer = actor.caregiverId
  if (status === 'pending') {
    const rows = await listPending(db, viewer, { cursor, limit: pageLength + 1 })
    return { rows: rows.slice(0, pageLength), nextCursor: cursorBehind(rows) }
  }
  const now = wallTime(clock.now(), actor.timeZone)
  const today = new Date(instantOf({ ...now, hour: 0, minute: 0 }, actor.timeZone))
  const limit = pageLength + 1
  const { upcoming, past } = cursor
    ? { upcoming: [], past: await listPast(db, viewer, { today, cursor, limit }) }
    : await listAccepted(db, viewer, { today, limit })
  return { rows: [...upcoming, ...past.slice(0, pageLength)], nextCursor: cursorBehind(past) }
}

/** Returns the cursor to the next page, or null. `rows` must have been read with one extra row. */
function cursorBehind(rows: readonly PlaydateRow[]): string | null {
  return rows.length > pageLength ? (rows[pageLength - 1]?.id ?? null) : null
}

/** Runs before the transaction, so that callers over the limit don't hold a connection. */
export function refuseManyRequests({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(requests, actor.caregiverId)
}

export function refuseManyChanges({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(changes, actor.caregiverId)
}

export async function createPlaydate(
  ctx: PlanCtx,
  invited: Authorised<Invited>,
  { repeat, ask, ...fields }: ProposalFields & { repeat?: Repeat | undefined; ask?: NewPlaydate['ask'] },
): Promise<PlaydateRow | Refusal> {
  const { wait = null } = fields
  if (wait && invited.type === 'group') return badInput('wait', m.prompt_playdate_wait_single)
  const proposal = proposalOf(ctx, fields, { type: invited.type, duration_minutes: 120, wait })
  if (proposal instanceof Refusal) return proposal
  const dates = repeat ? datesOf(ctx, proposal, repeat) : [proposal.times]
  if (dates instanceof Refusal) return dates
  const { capacity = null } = fields
  if (capacity !== null && invited.type !== 'group') return badInput('capacity', m.prompt_spots_event)
  if (capacity !== null && capacity < invited.ownerChildren.length) {
    return badInput('capacity', m.prompt_spots_own)
  }
  const others = invited.recipients.map(({ caregiverId }) => caregiverId)
  const full =
    invited.type === 'group' ? await refuseEvent(ctx, others) : await refuseRequest(ctx, others[0] ?? '')
  if (full) return full
  const ownerId = ctx.actor.caregiverId
  const series = repeat && { id: newId(), everyWeeks: repeat.everyWeeks }
  const ids = dates.map(() => newId())
  for (const [index, times] of dates.entries()) {
    const row = { id: ids[index] ?? '', roomId: newId(), ownerId, ...invited, wait, ask, capacity, series }
    await insertPlaydate(ctx.db, { ...row, proposal: { ...proposal, times } })
  }
  // One notice for a whole series, about its first date.
  return changedTo(ctx, { id: ids[0] ?? '' }, askingOf(invited.type, repeat))
}

/** Returns the times of each date of a series. */
function datesOf(
  { actor }: PlanCtx,
  { times, locations }: Proposal,
  repeat: Repeat,
): (readonly Date[])[] | Refusal {
  const starts = times.map((time) => time.toISOString())
  const places = locations.filter((each) => each !== null)
  const problem = problemOfSeries({ times: starts, places, repeat }, actor.timeZone)
  if (problem) return badInput(problem.field, problem.text)
  return datesOfSeries(starts[0] ?? '', repeat, actor.timeZone).map((start) => [new Date(start)])
}

function askingOf(type: 'single' | 'group', repeat: Repeat | undefined): Deed {
  if (!repeat) return type === 'group' ? 'event.invited' : 'playdate.sent'
  const rhythm = repeat.everyWeeks === 1 ? 'series.weekly' : 'series.biweekly'
  return type === 'group' ? `${rhythm}Event` : rhythm
}

/** Limits open requests to a caregiver. Concurrent requests wait for each other, or all of them would be the tenth. */
async function refuseRequest({ db, actor }: PlanCtx, to: string): Promise<Refusal | null> {
  const pair = { from: actor.caregiverId, to }
  await lockRequestsTo(db, pair)
  return (await countOpenRequests(db, pair)) < maxOpen ? null : tenOpen
}

/** Limits upcoming events, since everybody's list shows all of them on its first page. */
async function refuseEvent({ db, actor, clock }: PlanCtx, to: readonly string[]): Promise<Refusal | null> {
  await lockEventsOf(db, actor.caregiverId)
  const ahead = await countEventsAhead(db, { from: actor.caregiverId, to, now: new Date(clock.now()) })
  return ahead < maxAhead ? null : thirtyAhead
}

export async function counterPlaydate(
  ctx: CaregiverCtx,
  { row, children }: Authorised<Counter>,
  fields: ProposalFields,
): Promise<PlaydateRow | Refusal> {
  // A counter-proposal is an answer: it stops the clock until the owner's side proposes again.
  const wait = row.side === 'owner' ? row.wait : null
  const proposal = proposalOf(ctx, fields, { ...row, wait })
  if (proposal instanceof Refusal) return proposal
  // A request for another time stays open until the playdate it is to replace begins.
  if (row.replaces_id) proposal.answerBy = row.answer_by
  const by = { ...actorOf(ctx, row), children }
  if (row.type === 'group') return moveEvent(ctx, row, by, proposal)
  const done = await updateProposal(ctx.db, { ...row, from: 'pending' }, by, proposal)
  return done ? changedTo(ctx, row, 'playdate.countered') : whyNot(ctx, row)
}

/** Moves an event. Everybody has to answer again. */
async function moveEvent(
  ctx: CaregiverCtx,
  row: PlaydateRow,
  by: Proposer,
  proposal: Proposal,
): Promise<PlaydateRow | Refusal> {
  if (row.capacity !== null && row.capacity < by.children.length) {
    return badInput('ownerChildren', m.prompt_spots_own)
  }
  const done = await moveEventRow(ctx.db, { ...row, from: 'accepted' }, by, proposal)
  return done ? changedTo(ctx, row, 'event.moved') : playdateChanged
}

export async function acceptPlaydate(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  { acceptedLocation, acceptedTime }: { acceptedLocation: string; acceptedTime: string },
): Promise<PlaydateRow | Refusal> {
  const time = new Date(acceptedTime)
  if (![row.location1, row.location2, row.location3].includes(acceptedLocation)) {
    return badInput('acceptedLocation', m.prompt_playdate_location_not_proposed)
  }
  if (!row.proposed_times.some((proposed) => proposed.getTime() === time.getTime())) {
    return badInput('acceptedTime', m.prompt_playdate_time_not_proposed)
  }
  if (time.getTime() <= ctx.clock.now()) return badInput('acceptedTime', m.prompt_playdate_time_passed)
  const accepted = { location: acceptedLocation, time }
  if (row.replaces_id) return acceptAnotherTime(ctx, { ...row, replaces_id: row.replaces_id }, accepted)
  const done = await markAccepted(ctx.db, { ...row, from: 'pending' }, actorOf(ctx, row), accepted)
  return done ? changedTo(ctx, row, 'playdate.confirmed') : whyNot(ctx, row)
}

/** Confirms the new playdate and cancels the replaced one at the same moment. */
async function acceptAnotherTime(
  ctx: CaregiverCtx,
  row: PlaydateRow & { replaces_id: string },
  accepted: Accepted,
): Promise<PlaydateRow | Refusal> {
  const replaced = await findPlaydate(ctx.db, ctx.actor.caregiverId, row.replaces_id)
  const standing = await lockConfirmed(ctx.db, row.replaces_id)
  if (!replaced || !standing) return playdateChanged
  if (standing.accepted_time.getTime() <= ctx.clock.now()) return playdateOver
  const by = actorOf(ctx, row)
  const { series_id, every_weeks } = standing
  // Writes each row once: at a second write Postgres would check its foreign keys again, with both playdates locked.
  const as = { ...accepted, series: { series_id, every_weeks } }
  if (!(await markAccepted(ctx.db, { ...row, from: 'pending' }, by, as))) return whyNot(ctx, row)
  if (!(await markMoved(ctx.db, { ...standing, from: 'accepted' }, by))) return playdateChanged
  return changedTo(ctx, row, 'playdate.moved', replaced)
}

export async function rejectPlaydate(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
): Promise<PlaydateRow | Refusal> {
  const done = await markRejected(ctx.db, { ...row, from: 'pending' }, actorOf(ctx, row))
  if (!done) return whyNot(ctx, row)
  return changedTo(ctx, row, row.replaces_id ? 'playdate.timeRejected' : 'playdate.rejected')
}

export async function cancelPlaydate(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  reason: string | undefined,
): Promise<PlaydateRow | Refusal> {
  if (row.status !== 'pending' && row.status !== 'accepted') return playdateChanged
  if (row.accepted_time && row.accepted_time.getTime() <= ctx.clock.now()) return playdatePast
  const step = { ...row, from: row.status }
  if (!(await markCancelled(ctx.db, step, actorOf(ctx, row), reason || null))) return playdateChanged
  return changedTo(ctx, row, deedOfEnding(row, row.side))
}

/** Returns why an answer changed nothing: its wait ended at the same moment, or another change came first. */
async function whyNot({ db, actor }: CaregiverCtx, { id }: PlaydateRow): Promise<Refusal> {
  const row = await findPlaydate(db, actor.caregiverId, id)
  return row?.ended_as === 'over' ? playdateOver : playdateChanged
}
