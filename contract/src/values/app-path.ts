import * as z from 'zod/mini'
import { isWhole } from './text.ts'

const prompt = 'Please enter a page of this app, such as /connections'

/** A path within this app, at most 300 characters; never another site, as '/.//host' would be. */
export const appPath = z
  .string(prompt)
  .check(
    z.trim(),
    z.maxLength(300, prompt),
    z.refine(isWhole, prompt),
    z.regex(/^(\/(?!\/)[^\s\\/?#]*)+([?#][^\s\\]*)?$/, prompt),
  )
