import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { text } from '../../values/text.ts'
import { photoTypes } from './files.rules.ts'

/** An opaque name of a file: 192 random bits as base64url. */
export const fileKey = z
  .string({ error: m.prompt_photo_lost })
  .check(z.regex(/^[A-Za-z0-9_-]{32}$/, { error: m.prompt_photo_lost }))

/**
 * Returns a link to upload a photo by PUT: once, within ten minutes, with exactly that content type, at most 10 MB.
 * `fileName` is only a label. 60 an hour, then 429.
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
 * Returns a link to the photo for 12 hours, for this session only; access is checked again at every use. 404 if the
 * caller may not see the child, or the photo isn't a child's (any more).
 */
export const signView = endpoint({
  name: 'files.signView',
  summary: 'Get a link to see a photo',
  scope: 's3',
  guard: 'user',
  method: 'GET',
  path: '/get-signed-url/:fileKey',
  params: z.strictObject({ fileKey }),
  /** avatar: a square of 128 pixels. Left out: at most 1024 pixels. */
  query: z.strictObject({ size: z.optional(z.enum(['avatar'])) }),
  data: z.object({ signedUrl: z.url(), contentType: z.string() }),
})
