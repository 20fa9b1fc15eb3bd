import { signUpload, signView } from '@tagalong/contract/features/files/files.contract.ts'
import type { PhotoType } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { ApiError, call } from '#lib/calls/api.ts'
import type { SignedView, ViewSize } from './signed-views.ts'

/**
 * Returns a link to upload a file to, and the key that the file will have.
 * @throws Error with a text to show
 */
export async function askUploadLink(fileName: string, contentType: PhotoType, signal?: AbortSignal) {
  const path = 'get-signed-post-url'
  const params = { fileName, contentType }
  const given = await answered(path, () => call(signUpload, { params, ...(signal && { signal }) }))
  if (!given?.fileKey || !isUrl(given.signedPostUrl)) throw new Error(m.files_no_link({ path }))
  return given
}

/**
 * Returns a link under which a file can be seen for 12 hours.
 * @throws Error with a text to show
 */
export async function askViewLink(fileKey: string, size: ViewSize, signal: AbortSignal): Promise<SignedView> {
  const path = 'get-signed-url'
  const timestamp = Date.now()
  const query = size === 'avatar' ? ({ size } as const) : {}
  const given = await answered(path, () => call(signView, { params: { fileKey }, query, signal }))
  if (!given || !isUrl(given.signedUrl)) throw new Error(m.files_no_link({ path }))
  return { ...given, timestamp }
}

/** Returns our own link without its origin, as the page may be open under another host name; any other unchanged. */
export function followable(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname.startsWith('/api/s3/file/') ? pathname + search : link
}

/** Returns undefined if the response had no data. */
async function answered<Data>(path: string, ask: () => Promise<Data>): Promise<Data | undefined> {
  try {
    return await ask()
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status > 0
    throw isAnswer ? new Error(m.files_link_refused({ path }), { cause: error }) : error
  }
}

function isUrl(link: unknown): link is string {
  return typeof link === 'string' && URL.canParse(link)
}
