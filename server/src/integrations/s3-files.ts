import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Place } from '#env.ts'
import type { FileStore } from './file-store.ts'

/** Milliseconds; a user waits for it. */
const connectionTimeout = 5_000
const longestSilence = 30_000

/** Keeps files in a bucket of S3 or a compatible service. Browsers upload to it and read from it directly. */
export function s3Files(
  { bucket, region, endpoint, credentials }: S3Place,
  silenceMs = longestSilence,
): FileStore {
  const client = new S3Client({
    region,
    // All compatible services accept the bucket's name in the path; Amazon itself wants it in the host.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout, socketTimeout: silenceMs },
    // A browser that follows a signed link sends no checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (name: string) => ({ Bucket: bucket, Key: name })
  return {
    uploadLink: (name, contentType, seconds) =>
      getSignedUrl(client, new PutObjectCommand({ ...at(name), ContentType: contentType }), {
        expiresIn: seconds,
        // Otherwise the browser could send any other type.
        signableHeaders: new Set(['content-type']),
      }),
    viewLink: (name, contentType, seconds) =>
      getSignedUrl(client, new GetObjectCommand({ ...at(name), ResponseContentType: contentType }), {
        expiresIn: seconds,
      }),
    async write(name, bytes) {
      const body = Buffer.isBuffer(bytes) ? bytes : await buffer(bytes)
      await client.send(new PutObjectCommand({ ...at(name), Body: body, ContentLength: body.length }))
      return true
    },
    async read(name) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(name)))
        return Body instanceof Readable ? { size: ContentLength ?? 0, content: Body } : null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(names) {
      // One by one: not all compatible services know the call that deletes many.
      for (const name of names) await client.send(new DeleteObjectCommand(at(name)))
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken }))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { name: Key, writtenAt: LastModified }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    close: () => client.destroy(),
  }
}
