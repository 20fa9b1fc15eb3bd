import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { reportKinds } from './reports.contract.ts'
import { reportReasons } from './safety.contract.ts'

const reason = z.enum(reportReasons)

export const decisionKinds = ['none', 'warn', 'suspend', 'close'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** An account or a group. If it is erased, the name is the one that the reporters saw. */
const subject = z.object({ _id: id, kind: z.enum(['caregiver', 'group']), name: z.string() })

/**
 * An account or group with open reports or an unread appeal. `things` counts what was reported. `reason` is `danger` if
 * any report says so, else that of the oldest; null if only an appeal waits. On the tab 'closed', all of it is about
 * closed reports.
 */
const inboxRow = z.object({
  subject,
  things: z.array(z.object({ kind: z.enum(reportKinds), count: z.int() })),
  reports: z.int(),
  reason: z.nullable(reason),
  since: instant,
  hasAppeal: z.boolean(),
})
export type InboxRow = z.infer<typeof inboxRow>

/**
 * What waits for a decision, `danger` first, then the oldest; or what is closed, latest decision first. Leaves out
 * cases in which the caller is a side: they reported or were reported, are connected with or apart by a block from the
 * reporter or the reported, or are a grown-up of a child of theirs, or were within the last 12 months. 50 a page.
 */
export const listReports = endpoint({
  name: 'reports.list',
  summary: 'List accounts and groups that were reported',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/report',
  query: z.strictObject({
    /** 'waiting' by default */
    tab: z.optional(z.enum(['waiting', 'closed'])),
    cursor: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  data: z.array(inboxRow),
  paged: true,
})

/** What the reporter saw, copied at the time of the report. */
const evidence = z.object({
  /** Of the account or group. */
  name: z.string(),
  /** The child whose photo it is. */
  child: z.nullable(z.string()),
  /** The last one is the reported message; before it, up to ten of the same chat. */
  messages: z.array(z.object({ sender: z.string(), text: z.string(), createdAt: instant })),
  /** Words of a playdate or group. */
  words: z.array(z.string()),
})

const report = z.object({
  _id: id,
  kind: z.enum(reportKinds),
  reason,
  words: z.string(),
  evidence,
  hasPicture: z.boolean(),
  createdAt: instant,
  /** null while it is open */
  closedAt: z.nullable(instant),
  /** False if it is about a person, or was removed already. */
  isRemovable: z.boolean(),
  removedAt: z.nullable(instant),
  /** Increases when the reporter adds to it while it is open. */
  version: z.int(),
})
export type Report = z.infer<typeof report>

const decision = z.object({
  _id: id,
  kind: z.enum(decisionKinds),
  words: z.nullable(z.string()),
  /** End of a pause; null until lifted. */
  until: z.nullable(instant),
  /** `email` is the current one; null once the account is erased */
  decidedBy: z.nullable(z.object({ _id: id, email: z.string() })),
  createdAt: instant,
  appeal: z.nullable(z.object({ words: z.string(), createdAt: instant })),
  /** False once a later decision replaced it. */
  isLatest: z.boolean(),
})
export type Decision = z.infer<typeof decision>

/** Newest first, open reports before closed ones. */
export const reportedSubject = z.object({
  /** `user` signs in for the caregiver; null for a group, and if there is none (any more). */
  subject: z.extend(subject, {
    user: z.nullable(id),
    standing: z.enum(['good', 'suspended', 'closed']),
    standingUntil: z.nullable(instant),
  }),
  reports: z.array(report),
  decisions: z.array(decision),
})
export type ReportedSubject = z.infer<typeof reportedSubject>

const subjectParams = z.strictObject({ subject: id })

/** Adds an entry to the audit log. 404 for an administrator who is a side. */
export const getReports = endpoint({
  name: 'reports.get',
  summary: 'Read the reports about an account or group',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/report/:subject',
  params: subjectParams,
  data: reportedSubject,
})

/** Returns who reported, or a link to the picture for one minute and this session; `id` is the report's. */
export const lookAtReport = endpoint({
  name: 'reports.look',
  summary: 'See who reported, or a reported picture',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/report/:subject/look',
  params: subjectParams,
  body: z.strictObject({ what: z.enum(['reporter', 'picture']), id }),
  data: z.object({
    /** null if not requested, or the account is gone */
    reporter: z.nullable(caregiverName),
    picture: z.nullable(z.url()),
  }),
})

export const decisionTexts = {
  words: 'Please write 20 to 600 characters',
  nothingNamed: 'Please choose a report',
  onlyPause: 'Only a pause has days',
  decided: 'Somebody else has decided this.',
  appeal: 'Somebody else has to read this appeal.',
  asked: 'An appeal has come in. Please read it first.',
  added: 'Something was added to a report. Please read it first.',
  others: 'Somebody else has to decide this.',
  gone: 'Nobody can sign in to this account',
  group: 'A group can only be warned',
  notRemovable: 'There is nothing to remove',
}

const words = text(600, decisionTexts.words).check(z.minLength(20, decisionTexts.words))

/** True for decisions that shut a user out, if only for a while: they need a fresh session. */
export function isGrave(kind: DecisionKind): kind is 'suspend' | 'close' {
  return kind === 'suspend' || kind === 'close'
}

/**
 * Closes the named open reports, all or none. `replaces` is the latest decision, as the caller saw it; needed if no
 * open report is named. `remove`: reports whose content is permanently removed. `days`: length of a pause; without it,
 * until lifted. `words` to the person, unless there was nothing wrong. Pausing or closing an account needs a fresh
 * session.
 */
export const decideReports = endpoint({
  name: 'reports.decide',
  summary: 'Decide about reports',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/report/:subject/decide',
  params: subjectParams,
  body: z
    .strictObject({
      reports: z.array(id).check(z.maxLength(100)),
      kind: z.enum(decisionKinds),
      words: z.optional(words),
      days: z.optional(z.literal(7)),
      remove: z.optional(z.array(id).check(z.maxLength(100))),
      replaces: z.optional(id),
      /** Whether an appeal against it was shown to the caller. */
      hasAppeal: z.optional(z.boolean()),
      /** Versions of the reports, as the caller saw them. */
      versions: z.optional(z.record(id, z.int())),
    })
    .check(
      z.refine(({ kind, words }) => (kind === 'none') === (words === undefined), {
        path: ['words'],
        error: decisionTexts.words,
      }),
      z.refine(({ kind, days }) => kind === 'suspend' || days === undefined, {
        path: ['days'],
        error: decisionTexts.onlyPause,
      }),
      z.refine(({ reports, replaces }) => reports.length > 0 || replaces !== undefined, {
        path: ['reports'],
        error: decisionTexts.nothingNamed,
      }),
    ),
  data: reportedSubject,
  idempotent: true,
})
