import { hash } from '@node-rs/argon2'
import { deleteAccount } from '@tagalong/contract/features/auth/auth.contract.ts'
import { deleteCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { deleteChild, getChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { signUpload, signView } from '@tagalong/contract/features/files/files.contract.ts'
import { listGroupChildren } from '@tagalong/contract/features/groups/groups.contract.ts'
import { changePlace } from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { leaveChild, listGrownUps } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updatePassword } from '#features/users/users.db.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { allHandedOver, hoursPass } from '#test/places.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'
import { eraseClosedAccounts } from './closed.service.ts'

const password = 'Zebra-Crossing-77'

let t: TestApp
let quickHash: string
let priya: Parent
let dev: Parent
let gran: Parent
let noa: Parent
let id: string
beforeAll(async () => {
  t = await testApp()
  quickHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
})
beforeEach(async () => {
  await t.reset()
  const hours = [{ day: 'Mon' as const, blocks: [{ start: 9, end: 12 }] }]
  const children = [{ firstName: 'Anika', availability: hours }, { firstName: 'Mira' }]
  priya = await addParent(t.database, { name: 'Priya', children })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  gran = await addParent(t.database, { name: 'Gran', children: [] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  await connect(t.database, priya, noa)
  await updatePassword(t.database.kysely, priya.userId, quickHash)
  id = priya.children[0] ?? ''
  // Dev becomes a guardian later.
  await hoursPass(t, id, 48)
  await addGuardian(t.database, id, dev)
})
afterAll(() => t.close())

const deletePriya = async () => {
  const reply = await t.call(deleteAccount, { body: { password } }, { as: priya })
  expect(reply.status, reply.text).toBe(200)
}
const child = (as: Parent) => t.call(getChild, { params: { id } }, { as })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

async function givePhoto(as: Parent): Promise<string> {
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const params = { fileName: 'anika.png', contentType: 'image/png' }
  const { signedPostUrl, fileKey } = (await t.call(signUpload, { params }, { as })).body.data
  const { pathname, search } = new URL(signedPostUrl)
  const headers = { 'content-type': 'image/png' }
  await t.app.inject({ method: 'PUT', url: pathname + search, headers, payload: picture })
  const { firstName, lastNameInitial, availability } = (await child(as)).body.data
  const body = { firstName, lastNameInitial, availability, photo: fileKey }
  return (await t.call(saveChild, { params: { id }, body }, { as })).body.data.photo ?? ''
}

/** Loads the picture by a link made for it. Returns the status. */
async function look(as: Parent, photo: string): Promise<number> {
  const signed = await t.call(signView, { params: { fileKey: photo } }, { as })
  if (signed.status !== 200) return signed.status
  const { pathname, search } = new URL(signed.body.data.signedUrl)
  return (await t.app.inject({ url: pathname + search })).statusCode
}

/** Number of closed accounts that the nightly job erases. Discards what it enqueues. */
const erasedAtNight = () =>
  eraseClosedAccounts({
    db: t.database.kysely,
    clock: t.clock,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    log: pino({ level: 'silent' }),
  })

/** Waits until the queue has removed the erased files. */
const allRemoved = () =>
  expect
    .poll(async () => {
      const { rows } = await t.database.pool.query(
        `select from pgboss.job where name = 'erase-files' and state < 'completed'`,
      )
      return rows.length
    })
    .toBe(0)

/** Ends Dev's place and restores it: Dev is a guardian again in a day. */
async function restoreDev(admin: Person): Promise<void> {
  for (const action of ['end', 'restore'] as const) {
    const body = { action, reason: 'As we were asked to by both.' }
    const params = { id, caregiverId: dev.caregiverId }
    expect((await t.call(changePlace, { params, body }, { as: admin })).status).toBe(200)
    if (action === 'end') await hoursPass(t, id, 25)
  }
}

describe('a child with two guardians', () => {
  test('can be deleted by neither', { tags: ['HOME-34'] }, async () => {
    const before = await fingerprint(t.database)
    for (const as of [priya, dev]) {
      const refused = await t.call(deleteChild, { params: { id } }, { as })
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'Anika has another grown-up. You can stop being one instead.',
      ])
    }
    expect(await fingerprint(t.database)).toBe(before)
    const mira = priya.children[1]
    expect((await t.call(deleteChild, { params: { id: mira } }, { as: dev })).status).toBe(404)
    expect((await t.call(deleteChild, { params: { id: mira } }, { as: priya })).status).toBe(200)
  })

  test('can’t be deleted before a guardian restored by an administrator is back', {
    tags: ['HOME-34'],
  }, async () => {
    await restoreDev(await addPerson(t.database, { isAdmin: true }))
    const before = await fingerprint(t.database)
    const refused = await t.call(deleteChild, { params: { id } }, { as: priya })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Anika has another grown-up. You can stop being one instead.',
    ])
    expect(await fingerprint(t.database)).toBe(before)
    await hoursPass(t, id, 25)
    expect((await child(dev)).status).toBe(200)
  })

  test('isn’t erased with an account before a guardian restored by an administrator is back', {
    tags: ['HOME-70', 'HOME-96'],
  }, async () => {
    const admin = await addPerson(t.database, { isAdmin: true })
    await restoreDev(admin)
    const profile = { params: { id: priya.caregiverId } }
    const alone = await t.call(deleteCaregiver, profile, { as: admin })
    await t.database.pool.query(
      `update app_user set standing = 'closed', standing_until = now() - interval '1 hour' where id = $1`,
      [priya.userId],
    )
    const before = await fingerprint(t.database)
    const deletions = [
      alone,
      await t.call(deleteAccount, { body: { password } }, { as: priya }),
      await t.call(deleteUser, { params: { id: priya.userId } }, { as: admin }),
    ]
    for (const { status, body } of deletions) {
      expect([status, body.error]).toEqual([
        409,
        'Another grown-up of Anika comes back soon. Please try again tomorrow.',
      ])
    }
    expect(await erasedAtNight()).toBe(0)
    expect(await fingerprint(t.database)).toBe(before)
    await hoursPass(t, id, 25)
    expect(await erasedAtNight()).toBe(1)
    expect((await child(dev)).body.data).toMatchObject({ firstName: 'Anika' })
  })

  test('stays complete with the guardian whose account isn’t deleted', { tags: ['HOME-70'] }, async () => {
    const photo = await givePhoto(priya)
    const group = await addGroup(t.database, { pods: ['Bees'] })
    await addMember(t.database, group, priya, { pod: group.pods[0] })
    await addMember(t.database, group, dev)
    await addHelper(t.database, id, gran, { adder: priya })
    const request = await addRequest(t.database, priya, noa)
    const hours = (await child(dev)).body.data.availability
    expect(hours).toHaveLength(1)

    await deletePriya()
    await allRemoved()
    expect((await child(dev)).body.data).toMatchObject({ firstName: 'Anika', photo, availability: hours })
    expect(await look(dev, photo)).toBe(200)
    const inGroup = (await t.call(listGroupChildren, { params: { groupId: group.id } }, { as: dev })).body
      .data
    expect(JSON.stringify(inGroup)).toContain(id)
    const { rows } = await t.database.pool.query(
      `select pod_id, caregiver_id from pod_child join group_membership on group_membership.id = membership_id`,
    )
    expect(rows).toEqual([{ pod_id: group.pods[0], caregiver_id: dev.caregiverId }])
    const playdate = await t.call(getPlaydate, { params: { id: request.id } }, { as: dev })
    expect(playdate.body.data).toMatchObject({ status: 'pending', owner: { name: 'Dev' } })
    const { ownerChildren } = (await t.call(getPlaydate, { params: { id: request.id } }, { as: noa })).body
      .data
    expect(ownerChildren).toMatchObject([{ firstName: 'Anika', photo, caregiver: { name: 'Dev' } }])
    expect((await t.call(listGrownUps, { params: { id } }, { as: gran })).status).toBe(404)
    const { guardians, helpers } = (await t.call(listGrownUps, { params: { id } }, { as: dev })).body.data
    expect([guardians.length, helpers]).toEqual([1, []])
    expect((await titles(dev))[0]).toMatch(/^A grown-up's place ends at /)
    // The photo is no longer Priya's upload, so it isn't deleted with hers.
    expect(await look(dev, photo)).toBe(200)
  })

  test('loses the deleted account’s helpers, who are notified of that and of what is off', {
    tags: ['HOME-25', 'HOME-70'],
  }, async () => {
    const nan = await addParent(t.database, { name: 'Nan', children: [] })
    // Gran helps with the child that stays and with the one that is erased.
    for (const child of priya.children) await addHelper(t.database, child, gran, { adder: priya })
    await addHelper(t.database, id, nan, { adder: dev })
    const passed = await addRequest(t.database, priya, noa)
    const event = await addEvent(t.database, priya, [noa])
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_location = 'The park',
        accepted_time = now() + interval '20 hours' where id = any($1::uuid[])`,
      [[passed.id, event.id]],
    )
    await deletePriya()
    const heard = async ({ userId }: Parent) => {
      const { rows } = await t.database.pool.query<{ message: string; playdate_id: string | null }>(
        'select message, playdate_id, starts_at is not null as is_certain from notification where user_id = $1 order by message',
        [userId],
      )
      return rows
    }
    const off = { message: 'help.cancelled', playdate_id: event.id, is_certain: true }
    expect(await heard(gran)).toEqual([off, { message: 'place.ends', playdate_id: null, is_certain: false }])
    expect(await heard(nan)).toEqual([off])
    expect((await titles(gran)).join()).not.toContain('Priya')
  })

  test('causes no second notice if a leaving guardian’s account is deleted', {
    tags: ['HOME-25', 'HOME-70'],
  }, async () => {
    await addHelper(t.database, id, gran, { adder: priya })
    expect((await t.call(leaveChild, { params: { id } }, { as: priya })).status).toBe(200)
    await deletePriya()
    const said = await Promise.all([dev, gran].map(titles))
    await hoursPass(t, id, 25)
    await allHandedOver(t)
    expect(await Promise.all([dev, gran].map(titles))).toEqual(said)
  })

  test('keeps a former guardian’s photo after their account is deleted', { tags: ['HOME-70'] }, async () => {
    const photo = await givePhoto(priya)
    expect((await t.call(leaveChild, { params: { id } }, { as: priya })).status).toBe(200)
    await hoursPass(t, id, 24)
    await allHandedOver(t)
    expect(await look(priya, photo)).toBe(404)
    await deletePriya()
    await allRemoved()
    expect(await look(dev, photo)).toBe(200)
  })

  test('stays with a guardian added by the deleted one, also after the nightly sweep', async () => {
    await t.database.pool.query('update guardianship set added_by = $2 where caregiver_id = $1', [
      dev.caregiverId,
      priya.caregiverId,
    ])
    await deletePriya()
    await sweep(t.database.kysely)
    const { rows } = await t.database.pool.query('select from caregiver where id = $1', [priya.caregiverId])
    expect(rows).toEqual([])
    expect((await child(dev)).status).toBe(200)
  })

  test('stays with a guardian who was leaving by their own choice alone', { tags: ['HOME-92'] }, async () => {
    expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
    await deletePriya()
    expect(await titles(dev)).toContain('Dev stays a grown-up of your child')
    await hoursPass(t, id, 25)
    await allHandedOver(t)
    expect((await child(dev)).status).toBe(200)
  })

  test('is erased if an administrator is ending the other guardian’s place', {
    tags: ['HOME-92'],
  }, async () => {
    const admin = await addPerson(t.database, { isAdmin: true })
    const change = {
      params: { id, caregiverId: dev.caregiverId },
      body: { action: 'end', reason: 'As a court in Oakland decided.' },
    } as const
    expect((await t.call(changePlace, change, { as: admin })).status).toBe(200)
    await deletePriya()
    expect((await child(dev)).status).toBe(404)
    const { rows } = await t.database.pool.query('select first_name from child where id = $1', [id])
    expect(rows).toEqual([{ first_name: 'A child' }])
  })

  test('is erased even if another guardian’s place is about to begin', async () => {
    await t.database.pool.query(
      `update guardianship set since = now() + interval '1 hour' where child_id = $1 and caregiver_id = $2`,
      [id, dev.caregiverId],
    )
    await deletePriya()
    await hoursPass(t, id, 2)
    expect((await child(dev)).status).toBe(404)
  })
})

test('a child with one guardian is erased with the guardian’s account', { tags: ['HOME-71'] }, async () => {
  const mira = { ...priya, children: priya.children.slice(1) }
  const past = await addRequest(t.database, mira, noa)
  await t.database.pool.query(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = now() - interval '2 days'
      where id = $1`,
    [past.id],
  )
  await deletePriya()
  const { ownerChildren } = (await t.call(getPlaydate, { params: { id: past.id } }, { as: noa })).body.data
  expect(ownerChildren.map(({ firstName }) => firstName)).toEqual(['A child'])
  expect((await t.call(getChild, { params: { id: priya.children[1] } }, { as: noa })).status).toBe(404)
})
