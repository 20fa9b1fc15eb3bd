import {
  acceptConnection,
  createConnection,
  listConnections,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  acceptIntroduction,
  createIntroduction,
  listIntroductions,
  rejectIntroduction,
} from '@tagalong/contract/features/connections/introductions.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen, notify, type Signal } from '#db/listen.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { readEverything } from '#test/reading.ts'
import {
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  aPhoneNumber,
  connect,
  type Parent,
} from '#test/world.ts'

let t: TestApp
/** Guardians of Anika. */
let priya: Parent
let dev: Parent
/** Priya's friends. */
let friends: Parent[]
let anika: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  dev = await addParent(t.database, { name: 'Dev' })
  anika = priya.children[0] ?? ''
  await addGuardian(t.database, anika, dev)
  friends = []
  for (const name of ['Amara', 'Noa', 'Sofia']) {
    const friend = await addParent(t.database, { name })
    await connect(t.database, priya, friend)
    friends.push(friend)
  }
})
afterAll(() => t.close())

const idsOf = (people: readonly Parent[]) => people.map(({ caregiverId }) => caregiverId)
const introduce = (people: readonly Parent[], { as = priya, to = dev, child = anika } = {}) =>
  t.call(createIntroduction, { body: { child, to: to.caregiverId, friends: idsOf(people) } }, { as })
const offered = async (as = dev) => {
  const { data } = (await t.call(listIntroductions, {}, { as })).body
  return data.flatMap((each) => each.friends.map(({ name }) => name))
}
const invite = (people: readonly Parent[], as = dev) =>
  t.call(
    acceptIntroduction,
    { params: { from: priya.caregiverId }, body: { friends: idsOf(people) } },
    { as },
  )
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const connectionsOf = async (as: Parent) => (await t.call(listConnections, {}, { as })).body.data

describe('an introduction', () => {
  test('shows the other guardian whom they could meet, and sends the friends nothing', {
    tags: ['HOME-84'],
  }, async () => {
    expect((await introduce(friends)).status).toBe(201)
    expect(await offered()).toEqual(['Amara', 'Noa', 'Sofia'])
    expect(await titles(dev)).toEqual(['Priya would like you to meet their friends'])
    for (const friend of friends) {
      expect(await titles(friend)).toEqual([])
      expect(await connectionsOf(friend)).toHaveLength(1)
    }
    expect(await connectionsOf(dev)).toEqual([])
    // A new one replaces it.
    expect((await introduce(friends.slice(0, 1))).status).toBe(201)
    expect(await offered()).toEqual(['Amara'])
  })

  test('becomes ordinary invitations of the friends chosen, and counts as one of the day for each guardian', {
    tags: ['HOME-85'],
  }, async () => {
    await introduce(friends)
    const [amara, noa, sofia] = friends as [Parent, Parent, Parent]
    expect((await invite([amara, noa])).status).toBe(200)
    expect(await titles(amara)).toEqual(['Dev wants to connect with you'])
    expect(await connectionsOf(sofia)).toHaveLength(1)
    const asked = (await connectionsOf(amara)).find(({ inviter }) => inviter.name === 'Dev')
    expect(asked).toMatchObject({
      inviteStatus: 'pending',
      introducedBy: { name: 'Priya' },
      inviteePhoneNumber: null,
    })
    const sent = await connectionsOf(dev)
    expect(sent.map(({ inviteeName, introducedBy }) => [inviteeName, introducedBy?.name])).toEqual([
      ['Noa Example', 'Priya'],
      ['Amara Example', 'Priya'],
    ])
    const accepted = await t.call(acceptConnection, { params: { id: asked?._id ?? '' } }, { as: amara })
    expect(accepted.status).toBe(200)
    expect(await offered()).toEqual([])
    for (const as of [priya, dev]) {
      for (let sent = 1; sent < 20; sent += 1) {
        const body = { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() }
        expect((await t.call(createConnection, { body }, { as })).status).toBe(200)
      }
      const body = { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() }
      expect((await t.call(createConnection, { body }, { as })).status).toBe(429)
    }
  })

  test('shows nobody’s number', { tags: ['HOME-86'] }, async () => {
    const signals: Signal[] = []
    const listener = await listen(t.database.url, {
      onSignal: (signal) => void signals.push(signal),
      onGap() {},
      onError() {},
    })
    await introduce(friends)
    await invite(friends)
    await notify(t.database.kysely, { kind: 'frame', to: [dev.caregiverId], frame: { last: 'one' } })
    await vi.waitFor(() => expect(JSON.stringify(signals)).toContain('last'), { timeout: 10_000 })
    await listener.close()
    expect(signals.length).toBeGreaterThan(1)
    for (const { phoneNumber } of [...friends, priya, dev])
      expect(JSON.stringify(signals)).not.toContain(phoneNumber)
    const ids = [...friends.flatMap(({ userId, caregiverId }) => [userId, caregiverId]), priya.caregiverId]
    const connections = (await connectionsOf(dev)).map(({ _id }) => _id)
    const all = await readEverything(t, dev, { ids: [...ids, ...connections] })
    expect(all).toContain('Amara')
    for (const { phoneNumber } of [...friends, priya]) expect(all).not.toContain(phoneNumber)
    const first = friends[0] as Parent
    expect(await readEverything(t, first, { ids: connections })).not.toContain(dev.phoneNumber)
  })

  test('leaves out friends whom the other knows, has asked or is apart from, without a notice', {
    tags: ['HOME-87'],
  }, async () => {
    const [amara, noa, sofia] = friends as [Parent, Parent, Parent]
    const plain = await introduce(friends)
    await connect(t.database, dev, amara)
    const rejected = await connect(t.database, dev, noa, 'pending')
    await t.call(rejectConnection, { params: { id: rejected } }, { as: noa })
    // A fellow member who has blocked Dev.
    const group = await addGroup(t.database)
    await addMember(t.database, group, dev)
    await addMember(t.database, group, sofia)
    const blocked = await t.call(blockCaregiver, { params: { caregiver: dev.caregiverId } }, { as: sofia })
    expect(blocked.status).toBe(200)
    const reply = await introduce(friends)
    expect([reply.status, reply.text]).toEqual([plain.status, plain.text])
    expect(await offered()).toEqual([])
    expect((await invite([amara])).status).toBe(404)
    expect((await titles(priya)).filter((title) => /Dev|Sofia|Noa|Amara/.test(title))).toEqual([])
  })

  test('needs two guardians of one child and own friends, and ends with a place or after 30 days', {
    tags: ['HOME-88'],
  }, async () => {
    const [helper, stranger, fellow] = [
      await addParent(t.database),
      await addParent(t.database),
      await addParent(t.database),
    ]
    await addHelper(t.database, anika, helper, { adder: priya })
    const group = await addGroup(t.database)
    await addMember(t.database, group, priya)
    await addMember(t.database, group, fellow)
    const nobodys = await introduce(friends, { child: newId() })
    for (const to of [helper, stranger, fellow, priya]) {
      const refused = await introduce(friends, { to })
      expect([refused.status, refused.text]).toEqual([404, nobodys.text])
    }
    expect((await introduce(friends, { as: helper })).status).toBe(404)
    const foreign = await introduce([...friends, stranger])
    expect([foreign.status, foreign.text]).toEqual([404, nobodys.text])
    // Friends of others can't be introduced.
    expect((await introduce([stranger])).status).toBe(404)
    // Nobody is introduced to themselves.
    await connect(t.database, priya, dev)
    expect((await introduce([dev])).status).toBe(404)
    expect((await introduce([...friends, dev])).status).toBe(201)
    expect(await offered()).toHaveLength(3)

    await introduce(friends)
    expect(await offered()).toHaveLength(3)
    await t.database.pool.query(`update introduction set created_at = created_at - interval '30 days'`)
    expect(await offered()).toEqual([])
    expect((await invite(friends)).status).toBe(404)
    await introduce(friends)
    await t.database.pool.query(
      'update guardianship set until = now() where caregiver_id = $1 and child_id = $2',
      [dev.caregiverId, anika],
    )
    expect(await offered()).toEqual([])
    expect((await invite(friends)).status).toBe(404)
  })

  test('can be declined without a notice', async () => {
    await introduce(friends)
    const declined = await t.call(
      rejectIntroduction,
      { params: { from: priya.caregiverId }, body: {} },
      { as: dev },
    )
    expect(declined.status).toBe(200)
    expect(await offered()).toEqual([])
    expect(await titles(priya)).toEqual([])
  })

  test('made and accepted twice at once invites each friend once', async () => {
    const twice = await Promise.all([introduce(friends), introduce(friends)])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    const replies = await Promise.all([invite(friends), invite(friends)])
    for (const { status } of replies) expect([200, 404]).toContain(status)
    expect(await connectionsOf(dev)).toHaveLength(3)
  })
})
