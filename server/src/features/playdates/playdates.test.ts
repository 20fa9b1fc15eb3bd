import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
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
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }, { firstName: 'Zoe' }] })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const hours = (...all: number[]) => all.map((each) => inHours(each).toISOString())

function proposal(change: object = {}) {
  return {
    type: 'single',
    ownerChildren: [anna.children[0]],
    recipientChildren: [ben.children[0]],
    proposedLocations: { option1: 'The park', option2: 'The library', option3: '' },
    proposedTimes: hours(48, 72, 96),
    ...change,
  }
}

async function create(change: object = {}): Promise<Playdate> {
  const reply = await t.call(createPlaydate, { body: proposal(change) }, { as: anna })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

function accept(playdate: Playdate, as: Parent, change: object = {}) {
  const body = {
    id: playdate._id,
    acceptedLocation: 'The park',
    acceptedTime: playdate.proposedTimes[0],
    ...change,
  }
  return t.call(acceptPlaydate, { body }, { as })
}

function counter(playdate: Playdate, as: Parent, change: object = {}) {
  const body = { ...proposal({ proposedTimes: hours(100) }), version: playdate.version, ...change }
  return t.call(counterPlaydate, { params: { id: playdate._id }, body }, { as })
}

async function seenBy(as: Parent, id: string): Promise<Playdate> {
  return (await t.call(getPlaydate, { params: { id } }, { as })).body.data
}

/** Expects a refusal with that text, at that field if one is given, and no change. */
async function refused(call: () => Promise<Reply>, status: number, text: string, field?: string) {
  const before = await fingerprint(t.database)
  const reply = await call()
  expect([reply.status, reply.body.error]).toEqual([status, text])
  if (field) expect(reply.body.fields?.[field]).toBe(text)
  expect(await fingerprint(t.database)).toBe(before)
}

describe('asking for a playdate', () => {
  test('creates a pending request with all that was proposed', {
    tags: [
      'PLAY-01',
      'PLAY-03',
      'PLAY-70',
      'API-096',
      'API-022',
      'API-023',
      'API-024',
      'API-025',
      'API-026',
      'API-027',
      'API-028',
      'API-031',
      'API-039',
    ],
  }, async () => {
    const created = await create()
    expect(created).toMatchObject({
      type: 'single',
      status: 'pending',
      owner: { _id: anna.caregiverId, name: 'Anna', lastName: 'Example' },
      ownerChildren: [{ _id: anna.children[0], firstName: 'Mia', caregiver: { _id: anna.caregiverId } }],
      recipientChildren: [
        { _id: ben.children[0], firstName: 'Leo', caregiver: { _id: ben.caregiverId, name: 'Ben' } },
      ],
      recipientCaregivers: [{ _id: ben.caregiverId, name: 'Ben', lastName: 'Example' }],
      proposedTimes: hours(48, 72, 96),
      proposedLocations: { option1: 'The park', option2: 'The library', option3: null },
      acceptedLocation: null,
      acceptedTime: null,
      durationMinutes: 120,
      lastSubmittedBy: anna.caregiverId,
      version: 1,
      unread: 0,
      side: 'owner',
      lastSide: 'owner',
      mayAct: true,
    })
    expect(created.updatedAt).toMatch(/Z$/)
    expect(created).not.toHaveProperty('description')
    const others = (each: Playdate['ownerChildren'][0]) => ({
      ...each,
      isOwn: !each.isOwn,
      actedBy: null,
      actedAt: null,
    })
    expect(await seenBy(ben, created._id)).toEqual({
      ...created,
      side: 'recipient',
      ownerChildren: created.ownerChildren.map(others),
      recipientChildren: created.recipientChildren.map(others),
    })
  })

  test.each([
    [{ ownerChildren: [] }, 400, "Pick who's playing!", 'ownerChildren'],
    [{ proposedLocations: {} }, 400, 'Suggest at least one location', 'proposedLocations.option1'],
    [
      { proposedLocations: { option1: '   ' } },
      400,
      'Suggest at least one location',
      'proposedLocations.option1',
    ],
    [{ recipientChildren: [] }, 400, "Select who you're inviting", 'recipientChildren'],
    [{ proposedTimes: [] }, 400, 'Select at least one time', 'proposedTimes'],
    [{ proposedTimes: hours(48, -2) }, 400, 'Proposed times must be in the future', 'proposedTimes'],
    [{ type: 'group' }, 402, 'Events need a premium membership.', undefined],
    [{ type: 'party' }, 400, undefined, 'type'],
    [{ surprise: 1 }, 400, 'This field is not known here', 'surprise'],
    [{ proposedTimes: ['tomorrow'] }, 400, 'Please give a date and time', 'proposedTimes.0'],
    [
      { proposedTimes: hours(...Array.from({ length: 21 }, (_, n) => n + 1)) },
      400,
      undefined,
      'proposedTimes',
    ],
    [{ proposedLocations: { option1: 'x'.repeat(201) } }, 400, undefined, 'proposedLocations.option1'],
    [{ proposedLocations: { option1: 'nul\u0000' } }, 400, undefined, 'proposedLocations.option1'],
    [{ ownerChildren: ['1; drop table child'] }, 400, undefined, 'ownerChildren.0'],
    [{ durationMinutes: 1.5 }, 400, undefined, 'durationMinutes'],
    [{ durationMinutes: 5 }, 400, undefined, 'durationMinutes'],
  ] as const)(
    'bad input: %j is refused and stores nothing',
    {
      tags: [
        'CREATE-02',
        'CREATE-35',
        'CREATE-36',
        'CREATE-37',
        'CREATE-39',
        'CREATE-40',
        'API-039',
        'API-045',
      ],
    },
    async (change, status, text, field) => {
      const before = await fingerprint(t.database)
      const reply = await t.call(createPlaydate, { body: proposal(change) }, { as: anna })
      expect(reply.status).toBe(status)
      expect(reply.body.error).toBeTruthy()
      if (text) expect(reply.body.error).toBe(text)
      if (field) expect(Object.keys(reply.body.fields ?? {})).toContain(field)
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('invites exactly one child: two are refused, the same child twice counts as one', {
    tags: ['CREATE-38', 'CONST-02'],
  }, async () => {
    const two = proposal({ recipientChildren: ben.children })
    await refused(
      () => t.call(createPlaydate, { body: two }, { as: anna }),
      400,
      m.prompt_playdate_recipient(),
      'recipientChildren',
    )
    const twice = await create({ recipientChildren: [ben.children[0], ben.children[0]] })
    expect(twice.recipientChildren).toHaveLength(1)
  })

  test('refuses another’s child as own, an own child as guest, and one child on both sides', {
    tags: ['CREATE-35', 'CREATE-37'],
  }, async () => {
    const foreign = proposal({ ownerChildren: [ben.children[1]] })
    await refused(
      () => t.call(createPlaydate, { body: foreign }, { as: anna }),
      400,
      m.prompt_playdate_not_yours(),
      'ownerChildren',
    )
    const own = proposal({ recipientChildren: [anna.children[1]] })
    await refused(
      () => t.call(createPlaydate, { body: own }, { as: anna }),
      400,
      m.prompt_playdate_recipient(),
      'recipientChildren',
    )
    const both = proposal({ recipientChildren: [anna.children[0]] })
    await refused(
      () => t.call(createPlaydate, { body: both }, { as: anna }),
      400,
      m.prompt_playdate_both_sides(),
      'recipientChildren',
    )
  })

  test('can’t invite the child of a caregiver whose connection is still pending', {
    tags: ['CREATE-22', 'API-045'],
  }, async () => {
    const carl = await addParent(t.database)
    await connect(t.database, anna, carl, 'pending')
    const body = proposal({ recipientChildren: carl.children })
    await refused(() => t.call(createPlaydate, { body }, { as: anna }), 404, 'Not found')
  })

  test('repeated with the same Idempotency-Key, even at once, makes one playdate and one reply', {
    tags: ['API-039'],
  }, async () => {
    const options = { as: anna, headers: { 'idempotency-key': 'attempt-1' } }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => t.call(createPlaydate, { body: proposal() }, options)),
    )
    const later = await t.call(createPlaydate, { body: proposal() }, options)
    expect(new Set([...replies, later].map(({ text }) => text)).size).toBe(1)
    const stored = await t.database.pool.query('select count(*)::int as n from playdate')
    expect(stored.rows[0].n).toBe(1)
    const other = await t.call(createPlaydate, { body: proposal({ durationMinutes: 60 }) }, options)
    expect(other.status).toBe(409)
  })
})

describe('answering', () => {
  test('the recipient confirms with a place and a time', { tags: ['PLAY-71', 'API-098'] }, async () => {
    const request = await create()
    const reply = await accept(request, ben, {
      acceptedLocation: 'The library',
      acceptedTime: request.proposedTimes[1],
    })
    expect(reply.status).toBe(200)
    expect(reply.body.data).toMatchObject({
      status: 'accepted',
      acceptedLocation: 'The library',
      acceptedTime: request.proposedTimes[1],
      version: 2,
    })
    expect(await seenBy(anna, request._id)).toMatchObject({ status: 'accepted' })
  })

  test('the recipient rejects, and the request leaves the pending lists', {
    tags: ['PLAY-72', 'API-099', 'API-030'],
  }, async () => {
    const request = await create()
    const reply = await t.call(rejectPlaydate, { body: { id: request._id } }, { as: ben })
    expect(reply.body.data.status).toBe('rejected')
    for (const as of [anna, ben]) {
      const list = await t.call(listPlaydates, { query: { status: 'pending' } }, { as })
      expect(list.body.data.items).toEqual([])
    }
  })

  test('a counter-proposal gives the turn to the other side, as often as they like', {
    tags: ['PLAY-73', 'PLAY-74', 'PLAY-75', 'API-097'],
  }, async () => {
    const request = await create()
    const first = (
      await counter(request, ben, {
        recipientChildren: [ben.children[1]],
        proposedLocations: { option1: 'Our yard' },
        proposedTimes: hours(120, 100),
      })
    ).body.data
    expect(first).toMatchObject({
      _id: request._id,
      status: 'pending',
      lastSubmittedBy: ben.caregiverId,
      proposedTimes: hours(100, 120),
      proposedLocations: { option1: 'Our yard', option2: null, option3: null },
      recipientChildren: [{ _id: ben.children[1] }],
      owner: { _id: anna.caregiverId },
      version: 2,
    })
    await refused(
      () => accept(first, ben, { acceptedLocation: 'Our yard' }),
      409,
      m.prompt_playdate_own_turn(),
    )
    const second = (
      await counter(first, anna, { ownerChildren: anna.children, recipientChildren: [ben.children[1]] })
    ).body.data
    expect(second).toMatchObject({ lastSubmittedBy: anna.caregiverId, version: 3 })
    expect(second.ownerChildren).toHaveLength(2)
    const third = (
      await counter(second, ben, { ownerChildren: anna.children, recipientChildren: [ben.children[0]] })
    ).body.data
    const confirmed = await accept(third, anna)
    expect(confirmed.body.data).toMatchObject({ status: 'accepted', version: 5 })
  })

  test('the side that submitted last can’t accept, reject or counter: 409', {
    tags: ['PLAY-92', 'API-045'],
  }, async () => {
    const request = await create()
    await refused(() => accept(request, anna), 409, m.prompt_playdate_own_turn())
    await refused(() => counter(request, anna), 409, m.prompt_playdate_own_turn())
    await refused(
      () => t.call(rejectPlaydate, { body: { id: request._id } }, { as: anna }),
      409,
      m.prompt_playdate_own_turn(),
    )
  })

  test('a place or time that was not proposed, and a time that has passed, are refused', {
    tags: ['PLAY-71', 'API-045'],
  }, async () => {
    const request = await create()
    await refused(
      () => accept(request, ben, { acceptedLocation: 'The moon' }),
      400,
      m.prompt_playdate_location_not_proposed(),
      'acceptedLocation',
    )
    await refused(
      () => accept(request, ben, { acceptedTime: inHours(49).toISOString() }),
      400,
      m.prompt_playdate_time_not_proposed(),
      'acceptedTime',
    )
    await refused(
      () => accept(request, ben, { acceptedLocation: '' }),
      400,
      'Please select a location',
      'acceptedLocation',
    )
    t.clock.shift(50 * 3_600_000)
    await refused(() => accept(request, ben), 400, m.prompt_playdate_time_passed(), 'acceptedTime')
    expect((await accept(request, ben, { acceptedTime: request.proposedTimes[1] })).status).toBe(200)
  })

  test('the version from before a counter-proposal can be neither accepted nor countered: 409', {
    tags: ['API-045'],
  }, async () => {
    const request = await create()
    const countered = (await counter(request, ben)).body.data
    await refused(() => accept(request, anna, { version: request.version }), 409, m.prompt_playdate_changed())
    await refused(() => counter(request, anna), 409, m.prompt_playdate_changed())
    expect((await accept(countered, anna, { version: countered.version })).status).toBe(200)
  })

  test('each side can change only its own children', { tags: ['API-045'] }, async () => {
    const request = await create()
    await refused(
      () => counter(request, ben, { ownerChildren: [anna.children[1]] }),
      400,
      m.prompt_playdate_others_fixed(),
      'ownerChildren',
    )
    await refused(
      () => counter(request, ben, { recipientChildren: ben.children }),
      400,
      m.prompt_playdate_recipient(),
      'recipientChildren',
    )
    await refused(
      () => counter(request, ben, { recipientChildren: [anna.children[1]] }),
      400,
      m.prompt_playdate_not_yours(),
      'recipientChildren',
    )
    await refused(() => counter(request, ben, { recipientChildren: [newId()] }), 404, 'Not found')
    const countered = (await counter(request, ben)).body.data
    await refused(
      () => counter(countered, anna, { recipientChildren: [ben.children[1]] }),
      400,
      m.prompt_playdate_others_fixed(),
      'recipientChildren',
    )
  })

  test('an answer to a request that was already answered is refused with 409', {
    tags: ['API-045'],
  }, async () => {
    const request = await create()
    expect((await accept(request, ben)).status).toBe(200)
    await refused(() => accept(request, ben), 409, m.prompt_playdate_changed())
    await refused(
      () => t.call(rejectPlaydate, { body: { id: request._id } }, { as: ben }),
      409,
      m.prompt_playdate_changed(),
    )
    await refused(() => counter(request, ben), 409, m.prompt_playdate_changed())
  })

  test('when answers are sent at once, exactly one wins and the others get 409', {
    tags: ['API-045', 'PLAY-71'],
  }, async () => {
    const kinds = [
      (request: Playdate) => accept(request, ben),
      (request: Playdate) => counter(request, ben),
      (request: Playdate) => t.call(rejectPlaydate, { body: { id: request._id } }, { as: ben }),
    ]
    for (let round = 0; round < 12; round += 1) {
      const { id } = await addRequest(t.database, anna, ben)
      const request = await seenBy(ben, id)
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, client) => (kinds[(client * (round + 1)) % 3] ?? kinds[0])?.(request)),
      )
      const statuses = replies.map((reply) => reply?.status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
      expect((await seenBy(ben, id)).version).toBe(2)
    }
  })
})

describe('cancelling', () => {
  test('withdraws the owner’s request, and ends a confirmed playdate with a reason, once', {
    tags: ['API-030'],
  }, async () => {
    const request = await create()
    const withdrawn = await t.call(cancelPlaydate, { body: { id: request._id, reason: '' } }, { as: anna })
    expect(withdrawn.body.data).toMatchObject({ status: 'cancelled', cancelReason: null })
    const confirmed = (await accept(await create(), ben)).body.data
    const off = await t.call(
      cancelPlaydate,
      { body: { id: confirmed._id, reason: 'Leo has a cold' } },
      { as: ben },
    )
    expect(off.body.data).toMatchObject({ status: 'cancelled', cancelReason: 'Leo has a cold' })
    await refused(
      () => t.call(cancelPlaydate, { body: { id: confirmed._id } }, { as: anna }),
      409,
      m.prompt_playdate_changed(),
    )
  })

  test('is refused once the playdate has begun', { tags: ['API-045'] }, async () => {
    const confirmed = (await accept(await create(), ben)).body.data
    t.clock.shift(60 * 3_600_000)
    await refused(
      () => t.call(cancelPlaydate, { body: { id: confirmed._id } }, { as: anna }),
      409,
      m.prompt_playdate_not_future(),
    )
  })
})

describe('the lists', () => {
  async function confirmedAt(hour: number): Promise<string> {
    const { id } = await addRequest(t.database, anna, ben)
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'The park' where id = $1`,
      [id, inHours(hour)],
    )
    return id
  }
  const list = (status: string, cursor?: string) =>
    t.call(listPlaydates, { query: { status, ...(cursor && { cursor }) } }, { as: anna })

  test('show requests of both directions, latest change first', {
    tags: ['API-093', 'PLAY-91'],
  }, async () => {
    const first = await addRequest(t.database, anna, ben)
    const second = await addRequest(t.database, ben, anna)
    await counter(await seenBy(ben, first.id), ben)
    const { items } = (await list('pending')).body.data
    expect(items.map(({ _id }) => _id)).toEqual([first.id, second.id])
    expect(items.map(({ owner }) => owner._id)).toEqual([anna.caregiverId, ben.caregiverId])
  })

  test('show upcoming playdates by time, then past ones newest first, in pages', {
    tags: ['API-094', 'PLAY-44', 'PLAY-45', 'PLAY-76'],
  }, async () => {
    const upcoming = [await confirmedAt(30), await confirmedAt(26), await confirmedAt(200)]
    const past: string[] = []
    for (let n = 0; n < 53; n += 1) past.push(await confirmedAt(-48 - n))
    const first = (await list('accepted')).body.data
    expect(first.items.map(({ _id }) => _id)).toEqual([
      upcoming[1],
      upcoming[0],
      upcoming[2],
      ...past.slice(0, 50),
    ])
    expect(first.nextCursor).toBe(past[49])
    const second = (await list('accepted', first.nextCursor ?? '')).body.data
    expect(second).toMatchObject({ nextCursor: null })
    expect(second.items.map(({ _id }) => _id)).toEqual(past.slice(50))
  })

  test('take at most three queries, not one for each playdate', { tags: ['API-045'] }, async () => {
    for (let n = 0; n < 5; n += 1) await confirmedAt(24 + n)
    let queries = 0
    const count = () => {
      queries += 1
    }
    t.database.pool.on('acquire', count)
    await list('accepted')
    t.database.pool.off('acquire', count)
    expect(queries).toBeLessThanOrEqual(3)
  })

  test('a stranger who opens a playdate gets the same reply as for a missing one', {
    tags: ['API-095', 'API-045'],
  }, async () => {
    const request = await create()
    const stranger = await addParent(t.database)
    const foreign = await t.call(getPlaydate, { params: { id: request._id } }, { as: stranger })
    const missing = await t.call(getPlaydate, { params: { id: newId() } }, { as: stranger })
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  })
})
