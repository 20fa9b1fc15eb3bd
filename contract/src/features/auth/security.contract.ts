import * as z from 'zod/mini'
import { m } from '../../messages.ts'
import { instant } from '../../values/instant.ts'

/** Six digits. Blanks, which some apps show in the middle, don't count. */
const sixDigits = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, { error: m.prompt_auth_code_wrong }),
)

/** Mailed to an administrator before the first way is set up. */
export const mailCode = sixDigits

export const passkey = z.object({
  /** The credential's. */
  _id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>
