import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { deleteAccount } from '@tagalong/contract/features/auth/auth.contract.ts'
import { saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { signUpload } from '@tagalong/contract/features/files/files.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '#env.ts'
import { hashPassword } from '#features/auth/passwords.ts'
import { updatePassword } from '#features/users/users.db.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { openFileStore } from '#integrations/open-file-store.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import { addParent, type Parent } from '#test/world.ts'
import { eraseFiles, sweepFiles } from './sweep.service.ts'

const password = 'Zebra-Crossing-77'

let t: TestApp
let anna: Parent
let picture: Buffer
let passwordHash: string
beforeAll(async () => {
  t = await testApp()
  passwordHash = await hashPassword(password)
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#e0573e' } })
    .jpeg()
    .toBuffer()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  await updatePassword(t.database.kysely, anna.userId, passwordHash)
})
afterAll(() => t.close())

/** Returns an upload's key, and a function that puts bytes there. */
async function signed() {
  const params = { fileName: 'mia.jpg', contentType: 'image/jpeg' }
  const { signedPostUrl, fileKey } = (await t.call(signUpload, { params }, { as: anna })).body.data
  const url = signedPostUrl.slice(new URL(signedPostUrl).origin.length)
  const headers = { 'content-type': 'image/jpeg' }
  const put = (payload: Buffer | PassThrough) => t.app.inject({ method: 'PUT', url, headers, payload })
  return { fileKey, put }
}

async function uploaded(): Promise<string> {
  const { fileKey, put } = await signed()
  expect((await put(picture)).statusCode).toBe(200)
  return fileKey
}

const save = (photo: string) => {
  const body = { firstName: 'Mia', lastNameInitial: 'E', photo }
  return t.call(saveChild, { params: { id: anna.children[0] }, body }, { as: anna })
}
const leave = () => t.call(deleteAccount, { body: { password } }, { as: anna })

async function stored(): Promise<string[]> {
  const folders = ['uploads', 'photos'].map((folder) => join(t.dataDir, 'files', folder))
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat()
}
const rows = async () => (await t.database.pool.query('select upload_key from file')).rows
const nothingStays = () =>
  vi.waitFor(async () => expect([await rows(), await stored()]).toEqual([[], []]), { timeout: 10_000 })

/** A store in which a child is saved with that upload just before its bytes are removed. */
async function storeBeside(key: string): Promise<FileStore> {
  const files = await openFileStore(readEnv({ DATA_DIR: t.dataDir }))
  return {
    ...files,
    async remove(names) {
      if ((await stored()).includes(key)) expect((await save(key)).status).toBe(200)
      await files.remove(names)
    },
  }
}

test('a photo made from an old upload survives the nightly sweep of that upload', {
  tags: ['FILE-08'],
}, async () => {
  const key = await uploaded()
  await t.database.pool.query(`update file set created_at = now() - interval '25 hours'`)
  await sweepFiles({ db: t.database.kysely, files: await storeBeside(key) })
  const { rows: held } = await t.database.pool.query(
    'select photo from child join file on file.photo_key = child.photo',
  )
  expect(held).toHaveLength(1)
  expect(await stored()).toContain(held[0].photo)
})

describe('when an account is erased, without waiting for the nightly sweep', () => {
  test('a photo that is just being made is deleted, too', { tags: ['API-087', 'FILE-08'] }, async () => {
    const key = await uploaded()
    const lock = `select from file where upload_key = '${key}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [() => save(key), leave])
    expect(replies.map(({ status }) => status)).toEqual([401, 200])
    await nothingStays()
  })

  test('a photo that is made while its upload is being removed is deleted, too', {
    tags: ['API-087', 'FILE-08'],
  }, async () => {
    const key = await uploaded()
    await eraseFiles({ keys: [key] }, { db: t.database.kysely, files: await storeBeside(key) })
    expect([await rows(), await stored()]).toEqual([[], []])
  })

  test('an upload in progress is refused and deleted', {
    tags: ['API-087', 'FILE-08'],
  }, async () => {
    const { put } = await signed()
    const bytes = new PassThrough()
    bytes.write(picture.subarray(0, 100))
    const sent = put(bytes)
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 10_000 })
    expect((await leave()).status).toBe(200)
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 10_000 })
    bytes.end(picture.subarray(100))
    const reply = await sent
    expect([reply.statusCode, reply.json().error]).toEqual([400, m.prompt_photo_link_over()])
    expect(await stored()).toEqual([])
  })
})
