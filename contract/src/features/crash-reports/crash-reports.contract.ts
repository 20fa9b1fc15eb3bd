import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { optionalText } from '../../values/text.ts'

/** Technical texts are cut, never refused: a report must not fail for its length. */
const cut = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replaceAll('\0', '').slice(0, max)),
  )

export const maxDescriptionLength = 5_000

/** Reports what failed where, and what the user was doing. Secrets are redacted. Kept for 30 days. 5 an hour. */
export const submitCrashReport = endpoint({
  name: 'crashReports.submit',
  summary: 'Send a crash report',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/submit-crash-report',
  body: z.strictObject({
    componentName: cut(200),
    error: z.strictObject({ name: cut(200), message: cut(2_000), stack: cut(20_000) }),
    userDescription: optionalText(maxDescriptionLength),
  }),
  data: z.object({}),
  status: 201,
})
