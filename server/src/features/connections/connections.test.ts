import { listChildrenOfCaregiver } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  connectionTexts,
  createConnection,
  findUser,
  listConnections,
  listFriendsChildren,
  readInvite,
  rejectConnection,
  removeConnection,
  renewLink,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { acceptLink } from '@tagalong/contract/features/connections/links.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, aPhoneNumber, connect, fingerprint, type Parent } from '#test/world.ts'
import { listWaiting, redeemInvite } from './connections.db.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://play.example.org' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo', school: 'Oak Street' }] })
})
afterAll(() => t.close())

const invite = (as: Parent, number: string, name = 'Benny') =>
  t.call(createConnection, { body: { inviteeName: name, inviteePhoneNumber: number } }, { as })
const list = async (as: Parent) => (await t.call(listConnections, {}, { as })).body.data
const moveTo = ({ caregiverId }: Parent, number: string) =>
  t.database.pool.query('update caregiver set phone_number = $1 where id = $2', [number, caregiverId])

describe('inviting', () => {
  test('a registered caregiver is invited, and the inviter learns nothing about them', {
    tags: ['CONN-01', 'API-020', 'API-021', 'API-105', 'API-106', 'API-107'],
  }, async () => {
    const reply = await invite(anna, ben.phoneNumber)
    expect(reply.status).toBe(200)
    expect(reply.body.data.message).toBe('Connection created with existing user')
    expect(reply.body.data).not.toHaveProperty('inviteUrl')
    expect(await list(anna)).toMatchObject([
      {
        inviter: { name: 'Anna' },
        invitee: null,
        inviteStatus: 'pending',
        inviteeName: 'Benny',
        inviteePhoneNumber: ben.phoneNumber,
        children: [],
      },
    ])
    expect(await list(ben)).toMatchObject([
      {
        inviter: { _id: anna.caregiverId, name: 'Anna', lastName: 'Example' },
        invitee: { _id: ben.caregiverId },
        inviteePhoneNumber: null,
        children: [],
      },
    ])
  })

  test('an unused number gives a link with 128 random bits, stored as a hash', {
    tags: ['API-108', 'CONN-36', 'CONN-37'],
  }, async () => {
    const body = { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() }
    const once = () =>
      t.call(createConnection, { body }, { as: anna, headers: { 'idempotency-key': 'attempt-1' } })
    const reply = await once()
    // A repeat gets the same link, which is stored nowhere in readable form.
    expect((await once()).text).toBe(reply.text)
    expect(reply.body.data.message).toBe('Connection created with new invitee')
    const url = new URL(reply.body.data.inviteUrl ?? '')
    expect(url.origin + url.pathname).toBe('https://play.example.org/register')
    expect(url.searchParams.get('inviter')).toBe(anna.caregiverId)
    expect(url.searchParams.get('source')).toBe('friend')
    const token = url.searchParams.get('invite') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const stored = await t.database.pool.query(
      `select (select string_agg(c::text, '') from connection c) || (select string_agg(i::text, '') from idempotency_key i) as text`,
    )
    expect(stored.rows[0].text).not.toContain(token)
  })

  test('the same number or the same person twice is 409 and changes nothing', {
    tags: ['CONN-45', 'API-106'],
  }, async () => {
    await invite(anna, ben.phoneNumber)
    const before = await fingerprint(t.database)
    for (const again of [await invite(anna, ben.phoneNumber), await invite(ben, anna.phoneNumber)]) {
      expect([again.status, again.body.error]).toEqual([409, connectionTexts.exists()])
      expect(again.body.error).toContain('connection with this user already exists')
    }
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('oneself, an invalid number and a missing name are refused', {
    tags: ['CONN-01', 'API-001'],
  }, async () => {
    const before = await fingerprint(t.database)
    expect((await invite(anna, anna.phoneNumber)).body.error).toBe(connectionTexts.oneself())
    expect((await invite(anna, '+15550000000')).body.error).toBe('Please use a valid phone number')
    expect((await invite(anna, '5103341234')).body.error).toBe('Please use a valid phone number')
    expect((await invite(anna, ben.phoneNumber, ' ')).body.error).toBe("Please enter your friend's name")
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('the 21st invitation of a day is 429 with Retry-After', { tags: ['CONN-01'] }, async () => {
    for (let n = 0; n < 20; n += 1) expect((await invite(anna, aPhoneNumber())).status).toBe(200)
    const reply = await invite(anna, aPhoneNumber())
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000)
  })

  test('again, once the number has a profile, binds the waiting connection to it', {
    tags: ['CONN-01'],
  }, async () => {
    const number = aPhoneNumber()
    await invite(anna, number, 'Kim')
    const kim = await addParent(t.database, { name: 'Kim' })
    await moveTo(kim, number)
    expect(await list(kim)).toEqual([])
    expect((await invite(anna, number, 'Kim')).body.data.message).toBe(
      'Connection created with existing user',
    )
    expect(await list(kim)).toHaveLength(1)
    expect(await list(anna)).toHaveLength(1)
  })

  test('a no from another person who followed the link is not the no of the number’s holder', {
    tags: ['CONN-01'],
  }, async () => {
    const number = aPhoneNumber()
    const params = { id: (await invite(anna, number, 'Kim')).body.data.connection._id }
    await redeemInvite(t.database.kysely, { connectionId: params.id, caregiverId: ben.caregiverId })
    expect((await t.call(rejectConnection, { params }, { as: ben })).status).toBe(200)
    expect((await invite(anna, number, 'Kim')).body.data.message).toBe(connectionTexts.newInvitee)
    // Ben's own number can't be invited again.
    expect((await invite(anna, ben.phoneNumber)).status).toBe(409)
  })

  test('a number whose link another person followed can be invited, before and after it has a profile', {
    tags: ['CONN-01'],
  }, async () => {
    const number = aPhoneNumber()
    const came = (await invite(anna, number, 'Kim')).body.data.connection._id
    await redeemInvite(t.database.kysely, { connectionId: came, caregiverId: ben.caregiverId })
    const waiting = (await invite(anna, number, 'Kim')).body.data
    expect(waiting.message).toBe(connectionTexts.newInvitee)
    expect((await invite(anna, number, 'Kim')).status).toBe(409)
    const kim = await addParent(t.database, { name: 'Kim' })
    await moveTo(kim, number)
    const bound = (await invite(anna, number, 'Kim')).body.data
    expect([bound.message, bound.connection._id]).toEqual([
      'Connection created with existing user',
      waiting.connection._id,
    ])
    for (const [as, id] of [
      [ben, came],
      [kim, waiting.connection._id],
    ] as const) {
      expect(await list(as)).toMatchObject([{ _id: id, inviteStatus: 'pending' }])
      expect((await t.call(rejectConnection, { params: { id } }, { as })).status).toBe(200)
    }
    // Both said no: neither is invited again, nor the number they had.
    expect((await invite(anna, number, 'Kim')).status).toBe(409)
    await moveTo(kim, aPhoneNumber())
    expect((await invite(anna, number, 'Kim')).status).toBe(409)
    expect((await invite(anna, ben.phoneNumber)).status).toBe(409)
  })
})

describe('an invite link accepted by a caregiver with an account', () => {
  const accept = (as: Parent, url: string | undefined) => {
    const token = new URL(url ?? '').searchParams.get('invite') ?? ''
    return t.call(acceptLink, { body: { token } }, { as })
  }
  const linkOf = async (as: Parent) => (await invite(as, aPhoneNumber(), 'Kim')).body.data.inviteUrl

  test('connects the two at once, and notifies the caregiver who made it', {
    tags: ['SAFE-03'],
  }, async () => {
    const url = await linkOf(anna)
    const reply = await accept(ben, url)
    expect(reply.body.data).toMatchObject({ inviteStatus: 'accepted', inviter: { _id: anna.caregiverId } })
    expect(reply.body.data.children.map(({ _id }) => _id)).toEqual(anna.children)
    expect(await list(anna)).toMatchObject([{ inviteStatus: 'accepted', invitee: { _id: ben.caregiverId } }])
    const notices = (await t.call(listNotifications, {}, { as: anna })).body.data.map(({ title }) => title)
    expect(notices).toEqual(['Ben accepted your invite'])
    // It works once.
    const eve = await addParent(t.database, { name: 'Eve' })
    const before = await fingerprint(t.database)
    expect((await accept(eve, url)).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('is not found by its maker, if either blocked the other, or once it has expired', {
    tags: ['SAFE-20'],
  }, async () => {
    const url = await linkOf(anna)
    expect((await accept(anna, url)).status).toBe(404)
    for (const [blocker, blocked] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      await t.database.pool.query('delete from block')
      await t.database.pool.query(
        'insert into block (id, blocker_id, blocked_id) values (gen_random_uuid(), $1, $2)',
        [blocker.caregiverId, blocked.caregiverId],
      )
      expect((await accept(ben, url)).status).toBe(404)
    }
    await t.database.pool.query('delete from block')
    await t.database.pool.query('update connection set invite_expires_at = now()')
    expect((await accept(ben, url)).status).toBe(404)
  })

  test('reverses one’s own no, but not a no by its maker', { tags: ['CONN-44'] }, async () => {
    const id = (await invite(anna, ben.phoneNumber)).body.data.connection._id
    const params = { id }
    expect((await t.call(rejectConnection, { params }, { as: ben })).status).toBe(200)
    expect((await accept(anna, await linkOf(ben))).status).toBe(404)
    expect((await accept(ben, await linkOf(anna))).body.data).toMatchObject({ inviteStatus: 'accepted' })
    const known = await accept(ben, await linkOf(anna))
    expect([known.status, known.body.error]).toEqual([
      409,
      'The two of you have a connection or an invitation already.',
    ])
  })

  test('is accepted by one of two who press at once', async () => {
    const eve = await addParent(t.database, { name: 'Eve' })
    const url = await linkOf(anna)
    const replies = await Promise.all([accept(ben, url), accept(eve, url)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('may be tried 60 times an hour', async () => {
    for (let n = 0; n < 60; n += 1) {
      const { status } = await t.call(acceptLink, { body: { token: 'x' } }, { as: ben })
      expect(status).toBe(404)
    }
    expect((await accept(ben, await linkOf(anna))).status).toBe(429)
  })
})

describe('an invitation whose link nobody has followed yet', () => {
  const number = aPhoneNumber()
  const tokenOf = (url: string | undefined) => new URL(url ?? '').searchParams.get('invite') ?? ''
  const renew = (id: string, as: Parent = anna) => t.call(renewLink, { params: { id } }, { as })
  const read = (token: string, ip = '10.1.1.1') =>
    t.call(readInvite, { query: { token } }, { headers: { 'x-forwarded-for': ip } })
  const open = async () => {
    const { connection, inviteUrl } = (await invite(anna, number, 'Kim')).body.data
    return { id: connection._id, token: tokenOf(inviteUrl) }
  }
  const change = (set: string) => t.database.pool.query(`update connection set ${set}`)

  test('can get a new link from its inviter, which ends the previous one at once', {
    tags: ['CONN-36', 'CONN-37'],
  }, async () => {
    const { id, token } = await open()
    await change(`invite_expires_at = now() + interval '1 minute'`)
    const reply = await renew(id)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body.data)).toEqual(['inviteUrl'])
    const url = new URL(reply.body.data.inviteUrl)
    expect(url.origin + url.pathname).toBe('https://play.example.org/register')
    expect([url.searchParams.get('inviter'), url.searchParams.get('source')]).toEqual([
      anna.caregiverId,
      'friend',
    ])
    const next = tokenOf(reply.body.data.inviteUrl)
    expect(Buffer.from(next, 'base64url')).toHaveLength(16)
    expect((await read(token)).status).toBe(404)
    expect((await read(next)).text).toBe('{"status":200,"data":{"name":"Anna"}}')
    const [shown] = await list(anna)
    expect(Date.parse(shown?.linkEndsAt ?? '') - Date.now()).toBeGreaterThan(13.9 * 86_400_000)
  })

  test('shows only its inviter how long the link works, and only while it can be followed', {
    tags: ['CONN-37'],
  }, async () => {
    const { id } = await open()
    expect((await list(anna))[0]?.linkEndsAt).toEqual(expect.any(String))
    await change(`invitee_id = '${ben.caregiverId}'`)
    expect([(await list(anna))[0]?.linkEndsAt, (await list(ben))[0]?.linkEndsAt]).toEqual([null, null])
    const before = await fingerprint(t.database)
    expect([(await renew(id)).body.error, (await renew(id, ben)).status]).toEqual([
      connectionTexts.changed(),
      403,
    ])
    for (const status of ['accepted', 'rejected']) {
      await change(`status = '${status}'`)
      expect((await renew(id)).status).toBe(status === 'accepted' ? 409 : 404)
    }
    await change(`status = 'pending'`)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('of eight new links made at once exactly one works', { tags: ['CONN-37'] }, async () => {
    const { id } = await open()
    const replies = await Promise.all(Array.from({ length: 8 }, () => renew(id)))
    const answers = await Promise.all(replies.map(({ body }) => read(tokenOf(body.data.inviteUrl))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
  })

  test('the 21st new link of a day is 429 with Retry-After, and the previous one still works', {
    tags: ['CONN-37'],
  }, async () => {
    const { id } = await open()
    let url = ''
    for (let n = 0; n < 20; n += 1) url = (await renew(id)).body.data.inviteUrl
    const reply = await renew(id)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await read(tokenOf(url))).status).toBe(200)
  })

  test('names its inviter only to the holder of the link: any other text gets the same bytes', {
    tags: ['CONN-36', 'AUTH-12'],
  }, async () => {
    const { id, token } = await open()
    const reply = await read(token)
    expect(reply.text).toBe('{"status":200,"data":{"name":"Anna"}}')
    const unknown = await read('nothing')
    expect(unknown.status).toBe(404)
    const endings: [string, () => Promise<unknown>][] = [
      ['used', () => change(`invitee_id = '${ben.caregiverId}'`)],
      ['open again', () => change('invitee_id = null')],
      ['expired', () => change(`invite_expires_at = now() - interval '1 second'`)],
      ['open again', () => change(`invite_expires_at = now() + interval '1 day'`)],
      ['ended by another link', () => renew(id)],
      ['taken back', () => t.call(removeConnection, { params: { id } }, { as: anna })],
    ]
    for (const [what, happens] of endings) {
      await happens()
      const { text } = await read(token)
      expect(`${what}: ${text}`).toBe(`${what}: ${what === 'open again' ? reply.text : unknown.text}`)
    }
    const another = await open()
    await t.database.pool.query('update caregiver set deleted_at = now() where id = $1', [anna.caregiverId])
    expect((await read(another.token)).text).toBe(unknown.text)
    for (const odd of ['', ' ', 'ä'.repeat(500), `${another.token}=`]) {
      expect((await read(odd)).text).toBe(unknown.text)
    }
  })

  test('the 61st lookup of an hour from one address is 429, from another it is answered', {
    tags: ['CONN-36'],
  }, async () => {
    const { token } = await open()
    for (let n = 0; n < 60; n += 1)
      expect((await read(n % 2 ? token : 'nothing', '10.2.2.2')).status).toBeLessThan(429)
    const reply = await read(token, '10.2.2.2')
    expect([reply.status, Number(reply.headers['retry-after']) > 3_000]).toEqual([429, true])
    expect((await read(token, '10.2.2.3')).status).toBe(200)
  })

  test('can be taken back, which frees the number for a new one, but not once it was accepted', {
    tags: ['CONN-40'],
  }, async () => {
    const { id } = await open()
    const takeBack = () =>
      t.call(removeConnection, { params: { id }, query: { only: 'pending' } }, { as: anna })
    await change(`invitee_id = '${ben.caregiverId}', status = 'accepted'`)
    const before = await fingerprint(t.database)
    const late = await takeBack()
    expect([late.status, late.body.error]).toEqual([409, connectionTexts.changed()])
    expect(await fingerprint(t.database)).toBe(before)
    await change(`invitee_id = null, status = 'pending'`)
    expect((await takeBack()).status).toBe(200)
    expect(await list(anna)).toEqual([])
    expect((await takeBack()).status).toBe(404)
    expect((await invite(anna, number, 'Kim')).body.data.message).toBe(connectionTexts.newInvitee)
  })
})

describe('looking up a number', () => {
  const look = (phoneNumber: string) => t.call(findUser, { query: { phoneNumber } }, { as: anna })

  test('answers whether a caregiver has exactly that number, and nothing else', {
    tags: ['API-136'],
  }, async () => {
    const reply = await look(ben.phoneNumber)
    expect(reply.text).toBe('{"status":200,"data":{"found":true}}')
    expect((await look(aPhoneNumber())).body.data).toEqual({ found: false })
    for (const inexact of [ben.phoneNumber.slice(1), ben.phoneNumber.slice(0, -1), `${ben.phoneNumber}0`]) {
      expect((await look(inexact)).body.data?.found ?? false).toBe(false)
    }
  })

  test('the 21st lookup of a day is 429 with Retry-After, whatever was found', {
    tags: ['API-136'],
  }, async () => {
    for (let n = 0; n < 20; n += 1) expect((await look(ben.phoneNumber)).status).toBe(200)
    const reply = await look(ben.phoneNumber)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await t.call(findUser, { query: { phoneNumber: ben.phoneNumber } }, { as: ben })).status).toBe(
      200,
    )
  })
})

describe('answering an invitation', () => {
  test('with a yes shows both the other and the children with school, never the hours', {
    tags: ['CONN-18', 'CONN-19', 'CONN-42', 'API-088', 'API-104', 'API-109'],
  }, async () => {
    const id = await connect(t.database, anna, ben, 'pending')
    const reply = await t.call(acceptConnection, { params: { id } }, { as: ben })
    expect(reply.body.data).toMatchObject({ inviteStatus: 'accepted', children: [{ firstName: 'Mia' }] })
    expect(await list(anna)).toMatchObject([
      {
        invitee: { name: 'Ben' },
        children: [{ firstName: 'Leo', lastNameInitial: 'E', school: 'Oak Street' }],
      },
    ])
    const friends = await t.call(listFriendsChildren, {}, { as: anna })
    expect(friends.body.data).toMatchObject([
      { firstName: 'Leo', caregiver: { _id: ben.caregiverId, name: 'Ben' } },
    ])
    expect(friends.text).not.toContain('availability')
  })

  test('with a no removes it from both lists and shows no child', {
    tags: ['CONN-43', 'API-110'],
  }, async () => {
    const id = await connect(t.database, anna, ben, 'pending')
    expect((await t.call(rejectConnection, { params: { id } }, { as: ben })).body.data.inviteStatus).toBe(
      'rejected',
    )
    expect([await list(anna), await list(ben)]).toEqual([[], []])
    expect(
      (await t.call(listChildrenOfCaregiver, { params: { caregiverId: ben.caregiverId } }, { as: anna }))
        .status,
    ).toBe(404)
  })

  test('a rejected inviter can’t remove the no and ask again; the other side may still ask', {
    tags: ['CONN-43', 'CONN-45'],
  }, async () => {
    const id = (await invite(anna, ben.phoneNumber)).body.data.connection._id
    await t.call(rejectConnection, { params: { id } }, { as: ben })
    expect((await t.call(removeConnection, { params: { id } }, { as: anna })).status).toBe(404)
    expect((await invite(anna, ben.phoneNumber)).status).toBe(409)
    expect((await invite(ben, anna.phoneNumber)).status).toBe(200)
  })

  test('a rejected inviter can’t ask the same person by a new number, not even through a waiting invitation', {
    tags: ['CONN-43', 'CONN-45'],
  }, async () => {
    const id = await connect(t.database, anna, ben, 'pending')
    await t.call(rejectConnection, { params: { id } }, { as: ben })
    const number = aPhoneNumber()
    const waiting = (await invite(anna, number)).body.data.connection._id
    await moveTo(ben, number)
    const to = { caregiverId: ben.caregiverId, phoneNumber: number }
    expect(await listWaiting(t.database.kysely, to)).toEqual([])
    const before = await fingerprint(t.database)
    const again = await invite(anna, number)
    expect([again.status, again.body.error]).toEqual([409, connectionTexts.exists()])
    expect(await fingerprint(t.database)).toBe(before)
    await t.call(removeConnection, { params: { id: waiting } }, { as: anna })
    expect((await invite(anna, number)).status).toBe(409)
    expect(await list(ben)).toEqual([])
  })

  test('the inviter can’t accept their own invitation', { tags: ['CONN-44'] }, async () => {
    const id = await connect(t.database, anna, ben, 'pending')
    const before = await fingerprint(t.database)
    expect((await t.call(acceptConnection, { params: { id } }, { as: anna })).status).toBe(403)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('of eight answers at once exactly one takes effect', { tags: ['CONN-42', 'CONN-43'] }, async () => {
    const id = await connect(t.database, anna, ben, 'pending')
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        t.call(n % 2 ? acceptConnection : rejectConnection, { params: { id } }, { as: ben }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  test('removing the connection hides the other’s children at once', {
    tags: ['CONN-19', 'API-085'],
  }, async () => {
    const id = await connect(t.database, anna, ben)
    const look = () =>
      t.call(listChildrenOfCaregiver, { params: { caregiverId: ben.caregiverId } }, { as: anna })
    expect((await look()).status).toBe(200)
    expect((await t.call(removeConnection, { params: { id } }, { as: ben })).status).toBe(200)
    expect((await look()).status).toBe(404)
    expect(await list(anna)).toEqual([])
  })
})
