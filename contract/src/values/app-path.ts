import * as z from 'zod/mini'
import { isWhole } from './text.ts'

const prompt = 'Please enter a page of this app, such as /connections'

/** A page of ours by its path, at most 300 characters; never another site, which '/.//host' would come to. */
export const appPath = z
  .string(prompt)
  .check(
    z.trim(),
    z.maxLength(300, prompt),
    z.refine(isWhole, prompt),
    z.regex(/^(\/(?!\/)[^\s\\/?#]*)+([?#][^\s\\]*)?$/, prompt),
  )
