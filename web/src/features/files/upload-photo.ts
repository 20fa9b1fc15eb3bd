import type { PhotoType } from '@tagalong/contract/features/files/files.rules.ts'
import type { Envelope } from '@tagalong/contract/http/envelope.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { isWhole } from '@tagalong/contract/values/text.ts'
import { ApiError, unreachableText } from '#lib/calls/api.ts'
import { askUploadLink, followable } from './signed-links.ts'

interface UploadOptions {
  /** 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/** A photo with its type and the name of the original file. */
export interface PhotoFile {
  bytes: Blob
  type: PhotoType
  name: string
}

/**
 * Uploads a photo and returns its key. Failures are also logged.
 * @throws Error with a text to show
 */
export async function uploadPhoto(file: PhotoFile, options: UploadOptions = {}): Promise<string> {
  const { signal } = options
  try {
    const { signedPostUrl, fileKey } = await askUploadLink(labelOf(file.name), file.type, signal)
    await put(followable(signedPostUrl), file, options)
    return fileKey
  } catch (error) {
    if (!signal?.aborted) console.error('The upload failed:', error)
    throw error
  }
}

/** Returns a label from the file's name and the time, without characters that the server refuses. */
function labelOf(name: string): string {
  const kept = [...name].filter(isWhole).slice(-150).join('')
  return `${kept} ${new Date().toISOString()}`
}

/** Uses XMLHttpRequest because fetch reports no upload progress. */
function put(link: string, { bytes, type }: PhotoFile, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', link)
    request.setRequestHeader('Content-Type', type)
    request.setRequestHeader('Accept-Language', currentLanguage())
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(Math.round((loaded / total) * 100))
    }
    request.onload = () => (request.status < 300 ? resolve() : reject(refusalOf(request)))
    request.onerror = () => reject(new ApiError(0, unreachableText()))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return reject(signal.reason)
    request.send(bytes)
  })
}

/** Our server answers with an envelope; a storage service answers with XML, of which only the status is used. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  let envelope: Partial<Envelope> | null = null
  try {
    envelope = JSON.parse(responseText) as Partial<Envelope> | null
  } catch {
    // Not an envelope.
  }
  const text = typeof envelope?.error === 'string' ? envelope.error : ''
  return new ApiError(status, text || m.common_something_wrong(), { isServersText: text !== '' })
}
