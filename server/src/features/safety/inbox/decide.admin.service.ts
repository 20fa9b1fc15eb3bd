import {
  type DecisionKind,
  decisionTexts,
  isGrave,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { lockCaregiverForUpdate, lockGroups, lockPlaydates } from '#db/locks.ts'
import { isFreshSession } from '#features/auth/auth.db.ts'
import { endCalendarFeed } from '#features/calendar/calendar.service.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { hasOtherAdmins } from '#features/users/users.db.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { badInput, notFresh, Refusal } from '#http/refusal.ts'
import { barAccount, unbarAccount } from '../standing/bars.service.ts'
import { notifyOfDecision } from '../standing/notify.service.ts'
import { listToCancel, type Standing } from '../standing/pause.db.ts'
import { callOff, setStanding } from '../standing/pause.service.ts'
import {
  closeReports,
  findReportsAbout,
  hasOtherReader,
  insertDecision,
  type LatestRow,
  lockLatestDecision,
} from './decisions.admin.db.ts'
import type { Opened, ReportRow, SubjectRow } from './inbox.admin.db.ts'
import { readAgain } from './inbox.admin.service.ts'
import {
  prepareRemoval,
  type Removal,
  removeReportedPhotos,
  removeReportedPlaces,
  removeReportedWords,
} from './removals.admin.service.ts'

interface DecisionFields {
  reports: string[]
  kind: DecisionKind
  words?: string | undefined
  days?: 7 | undefined
  remove?: string[] | undefined
  replaces?: string | undefined
  hasAppeal?: boolean | undefined
  versions?: Record<string, number> | undefined
}

const day = 86_400_000
/** Days until a closed account is erased. Until then it can be given back. */
const daysUntilErased = 30

const lastAdmin = new Refusal(409, m.prompt_auth_last_admin)
const decided = new Refusal(409, decisionTexts.decided)
const asked = new Refusal(409, decisionTexts.asked)
const added = new Refusal(409, decisionTexts.added)
const appealIsAnothers = new Refusal(409, decisionTexts.appeal)
const isOthers = new Refusal(409, decisionTexts.others)
const nobodyThere = new Refusal(409, decisionTexts.gone)

/** Runs before the transaction. */
export async function refuseUnlessFresh(ctx: Ctx, { kind }: DecisionFields): Promise<Refusal | null> {
  return !isGrave(kind) || (await isFreshSession(ctx.db, ctx.actor.sessionId)) ? null : notFresh
}

/** Decides about all the reports it names, or none: of two calls, the second changes no row and is refused. */
export async function decideReports(
  ctx: Ctx,
  subject: Authorised<SubjectRow>,
  fields: DecisionFields,
): Promise<Done<Opened> | Refusal> {
  const refused = await refuseKind(ctx, subject, fields)
  if (refused) return refused
  const removal = await removalOf(ctx, subject, fields)
  if (removal instanceof Refusal) return removal
  if (subject.kind === 'caregiver') await lockCaregiverForUpdate(ctx.db, subject.id)
  const until = untilOf(ctx, fields)
  const off = await calledOffBy(ctx, subject, fields.kind, until)
  await removeReportedPlaces(ctx, removal)
  await removeReportedPhotos(ctx, removal)
  await lockPlaydates(ctx.db, [...new Set([...removal.playdates, ...off])])
  if (subject.kind === 'group') await lockGroups(ctx.db, [subject.id])
  await removeReportedWords(ctx, removal)
  const decision = await writeDecision(ctx, subject, fields, until)
  if (decision instanceof Refusal) return decision
  await callOff(ctx, { caregiverId: subject.id, ids: off })
  await carryOut(ctx, subject, { ...decision, kind: fields.kind, until })
  return doneWith(ctx, subject, fields, decision.id)
}

async function refuseKind(
  { db }: Ctx,
  subject: SubjectRow,
  { kind }: DecisionFields,
): Promise<Refusal | null> {
  if (!isGrave(kind))
    return kind === 'warn' && subject.kind === 'caregiver' && !subject.user_id ? nobodyThere : null
  if (subject.kind === 'group') return badInput('kind', decisionTexts.group)
  if (!subject.user_id) return nobodyThere
  return subject.is_admin && !(await hasOtherAdmins(db, subject.user_id)) ? lastAdmin : null
}

async function removalOf(
  ctx: Ctx,
  { id: subjectId }: SubjectRow,
  { remove = [] }: DecisionFields,
): Promise<Removal | Refusal> {
  const ids = [...new Set(remove)]
  const reports = await findReportsAbout(ctx.db, ctx.actor, { subjectId, ids })
  const isPossible = reports.length === ids.length && reports.every(isRemovable)
  return isPossible ? prepareRemoval(ctx, reports) : badInput('remove', decisionTexts.notRemovable)
}

function isRemovable({ kind, removed_at }: ReportRow): boolean {
  return kind !== 'person' && removed_at === null
}

function untilOf({ clock }: Ctx, { kind, days }: DecisionFields): Date | null {
  if (kind === 'close') return new Date(clock.now() + daysUntilErased * day)
  return days ? new Date(clock.now() + days * day) : null
}

/** A closed account is erased at `until`, so what it planned for later is called off, too. */
async function calledOffBy(
  { db, clock }: Ctx,
  { id: caregiverId }: SubjectRow,
  kind: DecisionKind,
  until: Date | null,
): Promise<string[]> {
  if (!isGrave(kind)) return []
  return listToCancel(db, {
    caregiverId,
    now: new Date(clock.now()),
    until: kind === 'close' ? null : until,
  })
}

async function writeDecision(
  ctx: Ctx,
  subject: SubjectRow,
  { reports, kind, words, replaces, hasAppeal, versions = {} }: DecisionFields,
  until: Date | null,
): Promise<{ id: string; reporters: string[] } | Refusal> {
  const latest = await lockLatestDecision(ctx.db, ctx.actor, subject.id)
  if (replaces !== undefined && latest?.id !== replaces) return decided
  // An appeal that the caller hasn't seen would never be read: nobody reads it once another decision is there.
  if (hasAppeal !== undefined && latest && latest.has_appeal !== hasAppeal) return asked
  if (latest && isHidden(subject, latest)) return isOthers
  if (latest && (await isAnothers(ctx, latest))) return appealIsAnothers
  const id = newId()
  try {
    await insertDecision(ctx.db, subject, {
      id,
      kind,
      words: words ?? null,
      until,
      decidedBy: ctx.actor.userId,
      replaces: latest?.id ?? null,
    })
  } catch (error) {
    if (violates(error, 'decision_replaces_key')) return decided
    throw error
  }
  const named = { subjectId: subject.id, ids: [...new Set(reports)] }
  const closed = await closeReports(ctx.db, ctx.actor, { ...named, decisionId: id })
  // Words that the caller hasn't seen would never be read: nobody reads what was added to a report once it is closed.
  if (closed.some((each) => versions[each.id] !== undefined && versions[each.id] !== each.version))
    return added
  // With `replaces`, the latest decision is the one the caller saw, so what is closed already was closed then, too.
  if (replaces === undefined && closed.length < named.ids.length) return decided
  return { id, reporters: closed.flatMap(({ reporter_id }) => reporter_id ?? []) }
}

/** True if the caller may not read the latest decision and it has an appeal to answer or a pause to lift. */
function isHidden({ standing }: SubjectRow, { is_readable, has_appeal }: LatestRow): boolean {
  return !is_readable && (has_appeal || standing !== 'good')
}

/** The administrator who decided doesn't read the appeal, as long as another one may. */
async function isAnothers({ db, actor }: Ctx, { id, decided_by, has_appeal }: LatestRow): Promise<boolean> {
  return has_appeal && decided_by === actor.userId && hasOtherReader(db, id, actor.userId)
}

interface Carried {
  id: string
  kind: DecisionKind
  until: Date | null
  reporters: string[]
}

/** Users are last in the lock order. A warning leaves a pause unchanged. */
async function carryOut(
  ctx: Ctx,
  subject: SubjectRow,
  { id, kind, until, reporters }: Carried,
): Promise<void> {
  await notifyCaregivers(ctx, reporters, { message: 'report.lookedAt', params: {}, url: '/safety' })
  if (subject.user_id && kind !== 'warn') {
    await setStanding(ctx, subject.user_id, standingBy(kind, until))
    if (isGrave(kind)) await endCalendarFeed(ctx, subject.user_id)
    await (kind === 'close' ? barAccount : unbarAccount)(ctx, subject.user_id)
  }
  if (kind !== 'none') await notifyOfDecision(ctx, subject, { id, kind })
}

function standingBy(kind: DecisionKind, until: Date | null): Standing {
  if (kind === 'close') return { standing: 'closed', until }
  if (kind === 'suspend') return { standing: 'suspended', until: until ?? 'infinity' }
  return { standing: 'good', until: null }
}

async function doneWith(
  ctx: Ctx,
  subject: SubjectRow,
  { kind, reports, remove = [] }: DecisionFields,
  id: string,
): Promise<Done<Opened>> {
  return {
    result: await readAgain(ctx, subject),
    entry: {
      kind: 'decision',
      id,
      before: null,
      after: { kind, [subject.kind]: subject.id, reports: reports.join(' '), removed: remove.join(' ') },
    },
  }
}
