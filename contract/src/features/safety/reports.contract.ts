import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { optionalText } from '../../values/text.ts'
import { reportReasons } from './safety.contract.ts'

/** What a report is about: a caregiver, a message, a child's photo, a playdate's words, a group's words. */
export const reportKinds = ['person', 'message', 'photo', 'playdate', 'group'] as const
export type ReportKind = (typeof reportKinds)[number]
export type ReportReason = (typeof reportReasons)[number]

export const maxReportLength = 1_000

/**
 * `target` is the id of the caregiver, message, child, playdate or group. What the caller sees of it is copied; for a
 * playdate, the words of one caregiver on the other side: the one who gave the reason for cancelling, else the one who
 * proposed. A repeat while it is open returns the first report, with the words added. 404 for what the caller can't see
 * or owns. 20 a day.
 */
export const createReport = endpoint({
  name: 'reports.create',
  summary: 'Report something to the administrators',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/report',
  body: z
    .strictObject({
      kind: z.enum(reportKinds),
      target: id,
      reason: z.enum(reportReasons, { error: m.prompt_report_reason }),
      /** Required for 'other'. */
      words: z.optional(optionalText(maxReportLength)),
    })
    .check(
      z.refine(({ reason, words }) => reason !== 'other' || Boolean(words), {
        path: ['words'],
        error: m.prompt_report_words,
      }),
    ),
  data: z.object({ _id: id }),
  status: 201,
  idempotent: true,
})
