import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { text } from '../../values/text.ts'
import { photoTypes } from './files.rules.ts'

/** Names a file and says nothing about it: 192 random bits, base64url. */
export const fileKey = z
  .string({ error: m.prompt_photo_lost })
  .check(z.regex(/^[A-Za-z0-9_-]{32}$/, { error: m.prompt_photo_lost }))

/**
 * Where a photo may be put, once and within ten minutes, by PUT with that very content type, at most 10 MB.
 * `fileName` is a label and nothing more. 60 an hour, then 429.
 */
export const signUpload = endpoint({
  name: 'files.signUpload',
  summary: 'Get a link to upload a photo',
  scope: 's3',
  guard: 'user',
  method: 'GET',
  path: '/get-signed-post-url/:fileName/:contentType',
  params: z.strictObject({
    fileName: text(400, m.prompt_photo_name),
    contentType: z.enum(photoTypes, { error: m.prompt_photo_wrong_type }),
  }),
  data: z.object({ signedPostUrl: z.url(), fileKey }),
})

/**
 * Where a photo can be seen for 12 hours, by this session only; whether it may is checked anew at every use.
 * 404 where the caller may not see the child, or the photo is no child's (any more).
 */
export const signView = endpoint({
  name: 'files.signView',
  summary: 'Get a link to see a photo',
  scope: 's3',
  guard: 'user',
  method: 'GET',
  path: '/get-signed-url/:fileKey',
  params: z.strictObject({ fileKey }),
  /** avatar: a square of 128 pixels. Without it at most 1024 pixels. */
  query: z.strictObject({ size: z.optional(z.enum(['avatar'])) }),
  data: z.object({ signedUrl: z.url(), contentType: z.string() }),
})
