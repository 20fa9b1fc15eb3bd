import {
  createChild,
  deleteChild,
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import { listFriendsChildren } from '@tagalong/contract/features/connections/connections.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addParent, addRequest, connect, fingerprint, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }, { firstName: 'Noa' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leonard' }] })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const remove = (as: Parent, id: string | undefined) => t.call(deleteChild, { params: { id } }, { as })
const seen = async (as: Parent, id: string): Promise<Playdate> =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data

describe('a caregiver’s own child', () => {
  test('is added, read and changed, and its hours are merged', {
    tags: ['CHILD-01', 'CHILD-08', 'CHILD-09', 'API-084', 'API-086'],
  }, async () => {
    const hours = [
      {
        day: 'Mon',
        blocks: [
          { start: 15, end: 16 },
          { start: 16, end: 18 },
        ],
      },
    ]
    const fields = {
      firstName: 'Ida',
      lastNameInitial: 'É',
      school: 'Oak Street',
      grade: '3',
      availability: hours,
    }
    const created = (await t.call(createChild, { body: fields }, { as: anna })).body.data
    expect(created).toMatchObject({
      firstName: 'Ida',
      grade: '3',
      caregiver: anna.caregiverId,
      availability: [{ day: 'Mon', blocks: [{ start: 15, end: 18 }] }],
    })
    expect((await t.call(getChild, { params: { id: created._id } }, { as: anna })).body.data).toEqual(created)
    const saved = await t.call(
      saveChild,
      { params: { id: created._id }, body: { firstName: 'Ida-Lou', lastNameInitial: 'K' } },
      { as: anna },
    )
    expect(saved.body.data).toMatchObject({
      firstName: 'Ida-Lou',
      lastNameInitial: 'K',
      school: null,
      grade: null,
      availability: null,
    })
  })

  test.each([
    [{ firstName: '' }, 'firstName'],
    [{ lastNameInitial: 'AB' }, 'lastNameInitial'],
    [{ lastNameInitial: '7' }, 'lastNameInitial'],
    [{ firstName: 'x'.repeat(51) }, 'firstName'],
    [{ school: 'x'.repeat(101) }, 'school'],
    [{ grade: '13' }, 'grade'],
    [
      {
        availability: [
          {
            day: 'Mon',
            blocks: [
              { start: 9, end: 12 },
              { start: 11, end: 13 },
            ],
          },
        ],
      },
      'availability.0',
    ],
    [{ availability: [{ day: 'Mon', blocks: [{ start: 4, end: 6 }] }] }, 'availability.0.blocks.0.start'],
    [{ caregiver: 'x' }, 'caregiver'],
  ])(
    '%j is refused and changes nothing',
    { tags: ['CHILD-15', 'CHILD-16', 'CHILD-18', 'CONST-05', 'CONST-06'] },
    async (change: object, field: string) => {
      const before = await fingerprint(t.database)
      const body = { firstName: 'Ida', lastNameInitial: 'K', ...change }
      for (const reply of [
        await t.call(createChild, { body }, { as: anna }),
        await t.call(saveChild, { params: { id: anna.children[0] }, body }, { as: anna }),
      ]) {
        expect(reply.status).toBe(400)
        expect(Object.keys(reply.body.fields ?? {}).join()).toContain(field)
      }
      expect(await fingerprint(t.database)).toBe(before)
    },
  )
})

describe('deleting a child', () => {
  test('removes it from every list, and its name from the table', { tags: ['API-087'] }, async () => {
    expect((await remove(ben, ben.children[0])).status).toBe(200)
    expect(
      (await t.call(listChildrenOfCaregiver, { params: { caregiverId: ben.caregiverId } }, { as: ben })).body
        .data,
    ).toEqual([])
    expect((await t.call(listFriendsChildren, {}, { as: anna })).body.data).toEqual([])
    expect((await remove(ben, ben.children[0])).status).toBe(404)
    const { rows } = await t.database.pool.query('select child::text as text from child')
    expect(rows.map(({ text }) => text).join()).not.toContain('Leonard')
  })

  test('cancels a request whose side is left empty; a later answer gets 409', {
    tags: ['API-087'],
  }, async () => {
    const { id } = await addRequest(t.database, anna, ben)
    await remove(ben, ben.children[0])
    for (const as of [anna, ben]) {
      expect(await seen(as, id)).toMatchObject({ status: 'cancelled', recipientChildren: [], version: 2 })
    }
    const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: ben })).status).toBe(409)
  })

  test('keeps a playdate in which others still play, in a new version without the child', {
    tags: ['API-087'],
  }, async () => {
    const body = {
      type: 'single',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const { _id: id } = (await t.call(createPlaydate, { body }, { as: anna })).body.data
    await remove(anna, anna.children[0])
    expect(await seen(ben, id)).toMatchObject({
      status: 'pending',
      ownerChildren: [{ firstName: 'Noa' }],
      version: 2,
    })
    const stale = { ...body, ownerChildren: anna.children.slice(1), version: 1 }
    expect((await t.call(counterPlaydate, { params: { id }, body: stale }, { as: ben })).status).toBe(409)
  })

  test('keeps it without a name in a past playdate', { tags: ['API-087'] }, async () => {
    const { id } = await addRequest(t.database, anna, ben)
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'The park' where id = $1`,
      [id, inHours(-48)],
    )
    await remove(ben, ben.children[0])
    expect(await seen(anna, id)).toMatchObject({
      status: 'accepted',
      recipientChildren: [{ firstName: 'A child', lastNameInitial: '', photo: null, grade: null }],
    })
  })

  test('while the request is being accepted always leaves the playdate cancelled', {
    tags: ['API-087'],
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const guest = await addParent(t.database, { name: 'Guest' })
      await connect(t.database, anna, guest)
      const { id } = await addRequest(t.database, anna, guest)
      const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
      await Promise.all([t.call(acceptPlaydate, { body }, { as: guest }), remove(guest, guest.children[0])])
      expect(await seen(anna, id)).toMatchObject({ status: 'cancelled', recipientChildren: [] })
    }
  })
})
