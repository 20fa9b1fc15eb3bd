import { fileKey } from '@tagalong/contract/features/files/files.contract.ts'
import { largestPhoto } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { seesEvidence, seesPhoto } from '#features/visibility/photos.db.ts'
import type { Clock } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { sendRefusal } from '#http/server/errors.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { receiveUpload } from './files.service.ts'
import { evidenceSize, readUploadLink, readViewLink } from './links.ts'
import { avatarName, photoName } from './names.ts'
import { shownType, tooLarge } from './pictures.ts'

interface FileBytesOptions {
  database: Database
  files: FileStore
  clock: Clock
  secrets: { linkKey: Buffer }
}

const linkOver = new Refusal(400, m.prompt_photo_link_over)
const wrongType = new Refusal(415, m.prompt_photo_wrong_type)
/** Lifetime of the store's own links, in seconds: just long enough to follow them. */
const storeLinkLife = 60

/** Adds PUT and GET /api/s3/file/{fileKey}?…: bytes for anybody with a signed link, without a session. */
export async function addFileBytes(
  app: FastifyInstance,
  { database: { kysely: db }, files, clock, secrets: { linkKey } }: FileBytesOptions,
): Promise<void> {
  const keyIn = (request: FastifyRequest): string => {
    const parsed = fileKey.safeParse((request.params as { fileKey: string }).fileKey)
    return parsed.success ? parsed.data : ''
  }

  await app.register(async (plugin) => {
    plugin.setErrorHandler((error: FastifyError, _request, reply) => {
      // A malformed content type.
      if (error.statusCode === 415) return refuseUnread(reply, wrongType)
      throw error
    })
    plugin.removeAllContentTypeParsers()
    // The body is read only once the link is checked.
    plugin.addContentTypeParser('*', (_request, _body, done) => done(null))

    plugin.put('/api/s3/file/:fileKey', { schema: { hide: true } }, async (request, reply) => {
      const link = readUploadLink(keyIn(request), request.query, linkKey, clock.now())
      if (!link) return refuseUnread(reply, linkOver)
      if (request.headers['content-type'] !== link.type) return refuseUnread(reply, wrongType)
      if (Number(request.headers['content-length'] ?? 0) > largestPhoto) return refuseUnread(reply, tooLarge)
      const refused = await receiveUpload({ db, files }, link, request.raw)
      if (refused) return refuseUnread(reply, refused)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ status: 200, data: {} }))
    })

    plugin.get('/api/s3/file/:fileKey', { schema: { hide: true } }, async (request, reply) => {
      const link = readViewLink(keyIn(request), request.query, linkKey, clock.now())
      // Checked at every use: access may have ended since the link was made.
      const isEvidence = link?.size === evidenceSize
      const sees = isEvidence ? seesEvidence : seesPhoto
      if (!link || !(await sees(db, link.session, link.key))) return sendRefusal(reply, notFound)
      const name = link.size === 'avatar' ? avatarName(link.key) : photoName(link.key)
      const elsewhere = await files.viewLink(name, shownType, storeLinkLife)
      if (elsewhere) return reply.redirect(elsewhere)
      const etag = `"${link.key}-${link.size}"`
      // Browsers may keep it, but must ask again before they show it.
      reply.headers({ 'Cache-Control': isEvidence ? 'no-store' : 'private, no-cache', ETag: etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const file = await files.read(name)
      if (!file) {
        request.log.error({ file: name }, 'the bytes of a photo are missing')
        return sendRefusal(reply.removeHeader('ETag'), notFound)
      }
      return reply
        .headers({
          'Content-Type': shownType,
          'Content-Length': file.size,
          'Content-Disposition': 'inline; filename="photo.webp"',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        })
        .send(file.content)
    })
  })
}

/** Refuses without waiting for the rest of the body. */
function refuseUnread(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendRefusal(reply.header('Connection', 'close'), refusal)
}
