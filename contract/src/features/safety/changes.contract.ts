import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { placeActions } from '../guardians/guardians.admin.contract.ts'
import { maxReportLength } from './reports.contract.ts'

const placeParams = z.strictObject({ id, caregiverId: id })

/** For whose place it is, and the child's guardians; 404 for anybody else, and where no administrator did it. */
export const getPlaceChange = endpoint({
  name: 'changes.get',
  summary: "Read an administrator's change of a child's grown-ups",
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/child/:id/guardian/:caregiverId/change',
  params: placeParams,
  data: z.object({
    /** Whose place it is; null where that is the caller's own. */
    caregiver: z.nullable(caregiverName),
    action: z.enum(placeActions),
    /** When it takes effect, or took. */
    at: instant,
    /** The administrator's words, to whose place it is. */
    reason: z.nullable(z.string()),
    /** The caller reported it, and nobody has answered yet. */
    isReported: z.boolean(),
    /** False once the administrator's account is gone. */
    mayReport: z.boolean(),
  }),
})
export type PlaceChange = z.infer<typeof getPlaceChange.data>

/** A report about the administrator who did it, to all who are no side. 20 reports a day. */
export const reportPlaceChange = endpoint({
  name: 'changes.report',
  summary: "Report an administrator's change of a child's grown-ups",
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id/guardian/:caregiverId/report',
  params: placeParams,
  body: z.strictObject({ words: text(maxReportLength, m.prompt_report_words) }),
  data: z.object({ _id: id }),
  status: 201,
  idempotent: true,
})
