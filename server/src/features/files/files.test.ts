import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logout } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  createChild,
  deleteChild,
  getChild,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { signUpload, signView } from '@tagalong/contract/features/files/files.contract.ts'
import { viewLinkLife } from '@tagalong/contract/features/files/files.rules.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '#env.ts'
import { lines } from '#http/server/logging.ts'
import { openFileStore } from '#integrations/open-file-store.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { whilePicturesAreKilled } from '#test/killed-pictures.ts'
import {
  addParent,
  addPerson,
  addRequest,
  aPhoneNumber,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'
import { sweepFiles } from './sweep.service.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let picture: Buffer
beforeAll(async () => {
  t = await testApp()
  picture = await sharp({ create: { width: 1_500, height: 900, channels: 3, background: '#e0573e' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '37/1 48/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '122/1 16/1 0/1',
      },
    })
    .toBuffer()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const signed = async (as: Tokens, contentType = 'image/jpeg') =>
  (await t.call(signUpload, { params: { fileName: 'mia beach.jpg 2026-11-20', contentType } }, { as })).body
    .data

/** Path and query of a link of ours. */
const pathOf = (link: string) => link.slice(new URL(link).origin.length)
/** Changes the first letter of the signature. */
const forged = (link: string) =>
  link.replace(/signature=(.)/, (_all, first) => `signature=${first === 'A' ? 'B' : 'A'}`)

async function put(link: string, bytes: Buffer, type = 'image/jpeg') {
  const reply = await t.app.inject({
    method: 'PUT',
    url: pathOf(link),
    headers: { 'content-type': type },
    payload: bytes,
  })
  return { status: reply.statusCode, body: reply.json() as { error?: string } }
}

async function upload(as: Tokens, bytes = picture, type = 'image/jpeg'): Promise<string> {
  const { signedPostUrl, fileKey } = await signed(as, type)
  expect(await put(signedPostUrl, bytes, type)).toMatchObject({ status: 200 })
  return fileKey
}

const fields = (photo: string | null) => ({ firstName: 'Mia', lastNameInitial: 'E', photo })

async function save(as: Parent, photo: string | null) {
  return t.call(saveChild, { params: { id: as.children[0] }, body: fields(photo) }, { as })
}

async function saved(as: Parent, bytes = picture): Promise<string> {
  const { photo } = (await save(as, await upload(as, bytes))).body.data
  return String(photo)
}

const view = async (as: Tokens, fileKey: string, size?: 'avatar') =>
  (await t.call(signView, { params: { fileKey }, query: size ? { size } : {} }, { as })).body.data.signedUrl
const look = (link: string, headers = {}) => t.app.inject({ method: 'GET', url: pathOf(link), headers })

async function stored(): Promise<string[]> {
  const folders = ['uploads', 'photos']
  const names = await Promise.all(
    folders.map((folder) => readdir(join(t.dataDir, 'files', folder)).catch(() => [])),
  )
  return names.flat()
}

describe('an upload', () => {
  test('is stored under a random key, and the child gets the key of the photo made from it', {
    tags: ['FILE-02', 'FILE-03', 'FILE-05', 'FILE-06', 'FILE-08', 'API-050', 'CHILD-02', 'API-009'],
  }, async () => {
    const { signedPostUrl, fileKey } = await signed(anna)
    expect(new URL(signedPostUrl).pathname).toBe(`/api/s3/file/${fileKey}`)
    expect(signedPostUrl).not.toContain('beach')
    expect((await put(signedPostUrl, picture)).status).toBe(200)
    const reply = await save(anna, fileKey)
    expect(reply.status).toBe(200)
    const { photo } = reply.body.data
    expect(photo).toMatch(/^[\w-]{32}$/)
    expect(photo).not.toBe(fileKey)
    const again = await t.call(getChild, { params: { id: anna.children[0] } }, { as: anna })
    expect(again.body.data.photo).toBe(photo)
    // The upload is gone; what was made of it is there in two sizes.
    expect((await stored()).sort()).toEqual([photo, `${photo}-avatar`].sort())
  })

  test('is kept if the process that reads it dies, and is saved at the next try', {
    tags: ['FILE-08'],
  }, async () => {
    const fileKey = await upload(anna)
    const reply = await whilePicturesAreKilled(() => save(anna, fileKey))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
    expect(await stored()).toEqual([fileKey])
    expect((await save(anna, fileKey)).status).toBe(200)
    expect(await stored()).not.toContain(fileKey)
  })

  test('becomes an upright photo of at most 1024 pixels, without location data', {
    tags: ['FILE-09', 'FILE-10', 'FILE-12'],
  }, async () => {
    const sent = await sharp(picture).metadata()
    expect([sent.orientation, sent.exif?.includes('GPS') || picture.includes('Phone')]).toEqual([6, true])
    const link = await view(anna, await saved(anna))
    const reply = await look(link)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('image/webp')
    const shown = await sharp(reply.rawPayload).metadata()
    expect({ width: shown.width, height: shown.height }).toEqual({ width: 614, height: 1_024 })
    expect(shown.exif ?? shown.xmp ?? shown.iptc).toBeUndefined()
    expect(reply.rawPayload.includes('Phone')).toBe(false)
    const small = await sharp(
      (await look(await view(anna, await savedKey(anna), 'avatar'))).rawPayload,
    ).metadata()
    expect({ width: small.width, height: small.height }).toEqual({ width: 128, height: 128 })
  })

  test('saved twice, or by the key that the child has already, gives the same photo', {
    tags: ['API-009'],
  }, async () => {
    const fileKey = await upload(anna)
    const first = (await save(anna, fileKey)).body.data.photo
    expect((await save(anna, fileKey)).body.data.photo).toBe(first)
    expect((await save(anna, first)).body.data.photo).toBe(first)
  })

  test('saved eight times at once makes one photo', { tags: ['API-009'] }, async () => {
    const fileKey = await upload(anna)
    const replies = await Promise.all(Array.from({ length: 8 }, () => save(anna, fileKey)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.photo}`)).size).toBe(1)
    expect(await stored()).toHaveLength(2)
  })

  test('is saved with a new child, and with the children of an onboarding all or none', {
    tags: ['API-009'],
  }, async () => {
    const created = await t.call(createChild, { body: fields(await upload(anna)) }, { as: anna })
    expect(created.body.data.photo).toMatch(/^[\w-]{32}$/)
    const newcomer = await addPerson(t.database)
    const profile = { name: 'Cleo', lastName: 'K', phoneNumber: aPhoneNumber(), zipCode: '94601' }
    const good = await upload(newcomer)
    const before = await fingerprint(t.database, ['file'])
    const children = [fields(good), fields(await upload(anna))]
    const refused = await t.call(submitOnboarding, { body: { ...profile, children } }, { as: newcomer })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({ 'children.1.photo': m.prompt_photo_lost() })
    expect(await fingerprint(t.database, ['file'])).toBe(before)
    const taken = await t.call(
      submitOnboarding,
      { body: { ...profile, children: [fields(good), fields(null)] } },
      { as: newcomer },
    )
    expect(taken.body.data.children.map(({ photo }) => photo !== null)).toEqual([true, false])
  })

  test('of another user, unknown or taken by another child is refused at its field', {
    tags: ['API-009'],
  }, async () => {
    const taken = await upload(anna)
    await save(anna, taken)
    for (const key of [await upload(ben), 'x'.repeat(32), taken]) {
      const reply = await t.call(createChild, { body: fields(key) }, { as: anna })
      expect(reply.status).toBe(400)
      expect(reply.body.fields).toEqual({ photo: m.prompt_photo_lost() })
    }
  })

  test('is allowed 60 times an hour, then gets 429', { tags: ['FILE-02'] }, async () => {
    for (let n = 0; n < 60; n += 1) expect((await signed(anna)).fileKey).toBeTruthy()
    const reply = await t.call(
      signUpload,
      { params: { fileName: 'a.png', contentType: 'image/png' } },
      { as: anna },
    )
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

async function savedKey(as: Parent): Promise<string> {
  return String((await t.call(getChild, { params: { id: as.children[0] } }, { as })).body.data.photo)
}

describe('a view link', () => {
  test('to a photo that is missing from the store gets 404 and is logged', {
    tags: ['FILE-10'],
  }, async () => {
    const { pathname, search } = new URL(await view(ben, await saved(anna)))
    const elsewhere = await testApp({ LOG_LEVEL: 'error' })
    const written = vi.spyOn(lines, 'write').mockReturnValue(true)
    expect((await elsewhere.send('GET', pathname + search)).status).toBe(404)
    expect(written.mock.calls.join()).toContain('the bytes of a photo are missing')
    written.mockRestore()
    await elsewhere.close()
  })

  test('is valid for 12 hours, and only unaltered', { tags: ['FILE-10'] }, async () => {
    const link = await view(ben, await saved(anna))
    expect((await look(link)).statusCode).toBe(200)
    const missing = (await look(forged(link))).body
    const [key, other] = [new URL(link).pathname.split('/').at(-1) ?? '', await saved(ben)]
    for (const altered of [
      forged(link),
      link.replace(/until=\d/, 'until=9'),
      link.replace('size=photo', 'size=avatar'),
      link.replace(key, other),
      link.replace(/session=[\w-]+/, `session=${anna.sessionId}`),
      `${link}&more=1`,
      link.split('?')[0] ?? '',
      link.replace(key, '..%2F..%2Fsecret'),
    ]) {
      const reply = await look(altered)
      expect(`${altered} ${reply.statusCode}`).toBe(`${altered} 404`)
      expect(reply.body).toBe(missing)
    }
    t.clock.shift(viewLinkLife - 60_000)
    expect((await look(link)).statusCode).toBe(200)
    t.clock.shift(61_000)
    expect((await look(link)).statusCode).toBe(404)
  })

  test('ends with the friendship, the session or the photo itself', { tags: ['FILE-10'] }, async () => {
    const key = await saved(anna)
    const { rows } = await t.database.pool.query('select id from connection')
    const link = await view(ben, key)
    const etag = String((await look(link)).headers.etag)
    expect((await look(link, { 'if-none-match': etag })).statusCode).toBe(304)
    await t.call(removeConnection, { params: { id: rows[0].id } }, { as: ben })
    expect((await look(link, { 'if-none-match': etag })).statusCode).toBe(404)
    expect((await t.call(signView, { params: { fileKey: key } }, { as: ben })).status).toBe(404)

    const own = await view(anna, key)
    await t.call(saveChild, { params: { id: anna.children[0] }, body: fields(null) }, { as: anna })
    expect((await look(own)).statusCode).toBe(404)

    const next = await view(anna, await saved(anna))
    await t.call(logout, {}, { as: anna })
    expect((await look(next)).statusCode).toBe(404)
  })

  test('ends with a session that has expired', {
    tags: ['FILE-10'],
  }, async () => {
    const link = await view(ben, await saved(anna))
    const expire = (interval: string) =>
      t.database.pool.query('update session set expires_at = now() + $2::interval where id = $1', [
        ben.sessionId,
        interval,
      ])
    await expire('1 minute')
    expect((await look(link)).statusCode).toBe(200)
    await expire('-1 second')
    expect((await look(link)).statusCode).toBe(404)
  })

  test('is given to the other side of a playdate, even without a friendship', {
    tags: ['FILE-10'],
  }, async () => {
    const cleo = await addParent(t.database)
    const key = await saved(anna)
    expect((await t.call(signView, { params: { fileKey: key } }, { as: cleo })).status).toBe(404)
    await addRequest(t.database, anna, cleo)
    expect((await look(await view(cleo, key))).statusCode).toBe(200)
  })

  test('is not given for an upload that has not been saved', { tags: ['FILE-10'] }, async () => {
    const fileKey = await upload(anna)
    expect((await t.call(signView, { params: { fileKey } }, { as: anna })).status).toBe(404)
  })
})

describe('files that are no longer needed', () => {
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 })

  test('are deleted when a photo is replaced or its child is deleted', {
    tags: ['API-087'],
  }, async () => {
    const first = await saved(anna)
    const second = await saved(anna)
    await eventually(async () => expect((await stored()).sort()).toEqual([second, `${second}-avatar`].sort()))
    expect(second).not.toBe(first)
    await t.call(deleteChild, { params: { id: anna.children[0] } }, { as: anna })
    await eventually(async () => expect(await stored()).toEqual([]))
    await eventually(async () => {
      const { rows } = await t.database.pool.query('select 1 from file')
      expect(rows).toEqual([])
    })
  })

  test('are swept nightly if they are unsaved or unknown, while saved photos stay', {
    tags: ['FILE-08'],
  }, async () => {
    const kept = await saved(anna)
    await upload(anna)
    const files = await openFileStore(readEnv({ DATA_DIR: t.dataDir }))
    const left = `photos/${'z'.repeat(32)}`
    await files.write(left, Buffer.from('left'))
    await files.write(`${left}.${randomUUID()}.part`, Buffer.from('half'))
    const store = { db: t.database.kysely, files }
    await sweepFiles(store)
    expect(await stored()).toHaveLength(5)
    await t.database.pool.query(`update file set created_at = now() - interval '25 hours'`)
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] })
    try {
      await sweepFiles(store)
    } finally {
      vi.useRealTimers()
    }
    expect((await stored()).sort()).toEqual([kept, `${kept}-avatar`].sort())
    const bytes = await readFile(join(t.dataDir, 'files', 'photos', kept))
    expect(bytes.length).toBeGreaterThan(0)
  })
})
