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

/**
 * For the grown-up concerned and the child's guardians. 404 for everyone else, and if no administrator made the change.
 */
export const getPlaceChange = endpoint({
  name: 'changes.get',
  summary: "Read an administrator's change of a child's grown-ups",
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/child/:id/guardian/:caregiverId/change',
  params: placeParams,
  data: z.object({
    /** The grown-up concerned; null if that is the caller. */
    caregiver: z.nullable(caregiverName),
    action: z.enum(placeActions),
    /** When it takes or took effect. */
    at: instant,
    /** The administrator's words, shown only to the grown-up concerned. */
    reason: z.nullable(z.string()),
    /** True if the caller reported it and it hasn't been answered. */
    isReported: z.boolean(),
    /** False once the administrator's account is gone. */
    mayReport: z.boolean(),
  }),
})
export type PlaceChange = z.infer<typeof getPlaceChange.data>

/** Reports the administrator who made it, to all administrators who are not a side. 20 reports a day. */
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
