import type { Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Repeat } from '@tagalong/contract/features/playdates/series.contract.ts'
import { datesOfSeries, problemOfSeries } from '@tagalong/contract/features/playdates/series.rules.ts'
import { answerBy, type Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import { countEventsAhead, countOpenRequests, lockEventsOf, lockRequestsTo } from './open-requests.db.ts'
import {
  type Actor,
  insertPlaydate,
  markAccepted,
  markCancelled,
  markMoved,
  markRejected,
  moveEvent as moveEventRow,
  type NewPlaydate,
  type Proposal,
  type Proposer,
  updateProposal,
} from './playdate-changes.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate, listAccepted, listPast, listPending } from './playdates.db.ts'
import { type Deed, notificationOf, toldOf } from './playdates.notifications.ts'
import type { Counter, Invited } from './playdates.policy.ts'
import { playdateChanged, playdateOver, playdatePast } from './playdates.refusals.ts'
import { lockConfirmed, takePlaceInSeries } from './replacements/replacements.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

/** What it takes to propose and to change: a request's, or that of a job for whoever asked for it. */
export interface PlanCtx extends Pick<CaregiverCtx, 'db' | 'queue' | 'clock'> {
  actor: Pick<CaregiverActor, 'caregiverId' | 'timeZone'>
}

const requests = { name: 'requests', points: 30, seconds: 3_600, text: refusalTexts.aLotAtOnce }
/** Moves, other times and answers: each notifies others. */
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

/** Requests in pages, or confirmed playdates: all upcoming ones and then past ones in pages. */
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

/** Of a page that was read with one row too many. */
function cursorBehind(rows: readonly PlaydateRow[]): string | null {
  return rows.length > pageLength ? (rows[pageLength - 1]?.id ?? null) : null
}

/** Before the transaction: whoever asks too often holds none of its connections. */
export function refuseManyRequests({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(requests, actor.caregiverId)
}

export function refuseManyChanges({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(changes, actor.caregiverId)
}

export interface ProposalFields {
  proposedLocations: {
    option1?: string | null | undefined
    option2?: string | null | undefined
    option3?: string | null | undefined
  }
  proposedTimes: string[]
  description?: string | null | undefined
  durationMinutes?: number | undefined
  wait?: Wait | undefined
  /** Only of a new event. */
  capacity?: number | null | undefined
  stay?: Stay | null | undefined
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
  // One notice for all of a series, about the first.
  return changedTo(ctx, { id: ids[0] ?? '' }, askingOf(invited.type, repeat))
}

/** The times of each date of a series. */
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

/** Of one family to one other: those that come at once wait for each other, or all of them would be the tenth. */
async function refuseRequest({ db, actor }: PlanCtx, to: string): Promise<Refusal | null> {
  const pair = { from: actor.caregiverId, to }
  await lockRequestsTo(db, pair)
  return (await countOpenRequests(db, pair)) < maxOpen ? null : tenOpen
}

/** What is ahead stands whole in everybody's list. */
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
  // Whoever was asked has answered: from here the clock stands, until the owner's side proposes again.
  const wait = row.side === 'owner' ? row.wait : null
  const proposal = proposalOf(ctx, fields, { ...row, wait })
  if (proposal instanceof Refusal) return proposal
  // Another time is asked for until the playdate begins that it is to replace.
  if (row.replaces_id) proposal.answerBy = row.answer_by
  const by = { ...actorOf(ctx, row), children }
  if (row.type === 'group') return moveEvent(ctx, row, by, proposal)
  const done = await updateProposal(ctx.db, { ...row, from: 'pending' }, by, proposal)
  return done ? changedTo(ctx, row, 'playdate.countered') : whyNot(ctx, row)
}

/** Everybody answers anew. */
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

/** As it stood, or what a new one begins with, whose owner is the caller. */
type Before = Pick<PlaydateRow, 'type' | 'duration_minutes' | 'wait'> & Partial<Pick<PlaydateRow, 'owner'>>

/** Times are kept once each, in order; every one must still come. */
export function proposalOf(
  { clock, actor }: PlanCtx,
  fields: ProposalFields,
  { type, duration_minutes, wait, owner }: Before,
): Proposal | Refusal {
  const times = [...new Set(fields.proposedTimes.map(Date.parse))].sort((a, b) => a - b)
  if (times.some((time) => time <= clock.now())) return badInput('proposedTimes', m.prompt_playdate_past_time)
  const { option1, option2, option3 } = fields.proposedLocations
  const isEvent = type === 'group'
  if (isEvent && times.length !== 1) return badInput('proposedTimes', m.prompt_playdate_one_time)
  if (isEvent && (!option1 || option2 || option3)) {
    return badInput('proposedLocations.option1', m.prompt_playdate_one_location)
  }
  const zone = owner?.time_zone ?? actor.timeZone
  const until = answerBy(clock.now(), wait, { times, zone })
  return {
    locations: [option1 || null, option2 || null, option3 || null],
    times: times.map((time) => new Date(time)),
    durationMinutes: fields.durationMinutes ?? duration_minutes,
    description: isEvent ? fields.description || null : null,
    answerBy: until === null ? null : new Date(until),
    stay: isEvent ? null : (fields.stay ?? null),
  }
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
  if (row.replaces_id)
    return acceptAnotherTime(
      ctx,
      { ...row, replaces_id: row.replaces_id },
      { location: acceptedLocation, time },
    )
  const step = { ...row, from: 'pending' as const }
  const done = await markAccepted(ctx.db, step, actorOf(ctx, row), { location: acceptedLocation, time })
  return done ? changedTo(ctx, row, 'playdate.confirmed') : whyNot(ctx, row)
}

/** The one before is off at the same moment. */
async function acceptAnotherTime(
  ctx: CaregiverCtx,
  row: PlaydateRow & { replaces_id: string },
  accepted: { location: string; time: Date },
): Promise<PlaydateRow | Refusal> {
  const replaced = await findPlaydate(ctx.db, ctx.actor.caregiverId, row.replaces_id)
  const standing = await lockConfirmed(ctx.db, row.replaces_id)
  if (!replaced || !standing) return playdateChanged
  if (standing.accepted_time.getTime() <= ctx.clock.now()) return playdateOver
  const by = actorOf(ctx, row)
  if (!(await markAccepted(ctx.db, { ...row, from: 'pending' }, by, accepted))) return playdateChanged
  if (!(await markMoved(ctx.db, { ...standing, from: 'accepted' }, by))) return playdateChanged
  if (standing.series_id) await takePlaceInSeries(ctx.db, { from: standing.id, to: row.id })
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
  return changedTo(ctx, row, deedOfCancelling(row))
}

function deedOfCancelling({ type, status, replaces_id }: PlaydateRow): Deed {
  if (type === 'group') return 'event.cancelled'
  return status === 'pending' && replaces_id ? 'playdate.timeTakenBack' : 'playdate.cancelled'
}

export function actorOf({ actor }: PlanCtx, { side }: PlaydateRow): Actor {
  return { caregiverId: actor.caregiverId, side }
}

/** Of an answer that changed nothing: its wait ended at the same moment, or somebody else was first. */
async function whyNot({ db, actor }: CaregiverCtx, { id }: PlaydateRow): Promise<Refusal> {
  const row = await findPlaydate(db, actor.caregiverId, id)
  return row?.ended_as === 'over' ? playdateOver : playdateChanged
}

/**
 * @param before its row, unless it is new
 * @param replaced the one that stood until now
 */
export async function changedTo(
  ctx: PlanCtx,
  before: PlaydateRow | { id: string },
  deed: Deed,
  replaced?: PlaydateRow,
): Promise<PlaydateRow> {
  const row = await reload(ctx, before.id)
  const known = replaced ?? ('version' in before ? before : undefined)
  await sendFrame(ctx, row, known)
  if (replaced) await sendFrame(ctx, replaced)
  await tell(ctx, row, deed, known)
  return row
}

async function tell(
  ctx: PlanCtx,
  row: PlaydateRow,
  deed: Deed,
  before: PlaydateRow | undefined,
): Promise<void> {
  const actor = ctx.actor.caregiverId
  const told = toldOf(deed, { actor, before: before?.standing ?? [], after: row.standing })
  for (const { message, to } of told) {
    // Whose order it is hears of the next family instead.
    const hearing = deed === 'playdate.rejected' && row.ask_id ? to.filter((id) => id !== row.owner.id) : to
    // Helpers aren't told who of the grown-ups it was.
    const about = message.startsWith('help.') ? undefined : actor
    await notifyCaregivers(
      ctx,
      hearing,
      notificationOf(row, message, { now: ctx.clock.now(), about, before }),
    )
  }
}

async function reload(ctx: PlanCtx, id: string): Promise<PlaydateRow> {
  const row = await findPlaydate(ctx.db, ctx.actor.caregiverId, id)
  if (!row) throw new Error('a playdate just written is not there')
  return row
}

/** Everybody who sees it, or did before, gets one at commit. */
export async function sendFrame(ctx: PlanCtx, row: PlaydateRow, before = row): Promise<void> {
  const seeing = [...row.standing, ...before.standing].filter(({ sees }) => sees)
  const to = [...new Set(seeing.map(({ id }) => id))]
  await notify(ctx.db, { kind: 'frame', to, frame: { playdate: row.id } })
}
