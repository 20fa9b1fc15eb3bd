import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Parent } from './world.ts'

/** Sends a message to a room, and returns its id. */
export async function say(t: TestApp, as: Parent, roomId: string, text: string): Promise<string> {
  const body = { chatRoom: roomId, message: { text } }
  const reply = await t.call(sendMessage, { body }, { as })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}

/** Gives the first child a photo, on the disk where the app keeps photos. */
export async function givePhoto(t: TestApp, parent: Parent): Promise<{ key: string; bytes: Buffer }> {
  const [key, bytes] = [randomBytes(24).toString('base64url'), randomBytes(100)]
  const folder = join(t.dataDir, 'files/photos')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, key), bytes)
  await t.database.pool.query(
    `insert into file (upload_key, user_id, content_type, photo_key, claimed_at) values ($1, $2, 'image/webp', $3, now())`,
    [newId(), parent.userId, key],
  )
  await t.database.pool.query('update child set photo = $1 where id = $2', [key, parent.children[0]])
  return { key, bytes }
}

/** Reports something that the caller sees, as `hurtful` by default. Returns the report's id. */
export async function addReport(
  t: TestApp,
  as: Parent,
  body: { kind: string; target: string | undefined; reason?: string; words?: string },
): Promise<string> {
  const reply = await t.call(createReport, { body: { reason: 'hurtful', ...body } }, { as })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data._id
}

export function about(parent: Parent): { kind: 'person'; target: string } {
  return { kind: 'person', target: parent.caregiverId }
}
