import {
  findPhoneNumber,
  getCaregiverProfile,
  phoneNumberTaken,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  findAvailabilitySlots,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { listPlaydates } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, addPerson, aPhoneNumber, connect, fingerprint, type Person } from '#test/world.ts'

let t: TestApp
let person: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  person = await addPerson(t.database)
})
afterAll(() => t.close())

const hours = [
  {
    day: 'Sat',
    blocks: [
      { start: 9, end: 11 },
      { start: 11, end: 12 },
    ],
  },
]
const child = (change: object = {}) => ({
  firstName: 'Mia',
  lastNameInitial: 'É',
  school: 'Oak Street',
  grade: 'KG',
  availability: hours,
  ...change,
})
const family = (change: object = {}) => ({
  name: 'Anna',
  lastName: 'Ekström',
  phoneNumber: aPhoneNumber(),
  zipCode: '94601-1234',
  timeZone: 'America/Los_Angeles',
  children: [child()],
  ...change,
})
const submit = (body: object, as: Person = person) => t.call(submitOnboarding, { body }, { as })

describe('onboarding', () => {
  test('stores profile and children together', {
    tags: ['PROFILE-01', 'PROFILE-21', 'CHILD-02', 'API-007', 'API-008', 'API-135'],
  }, async () => {
    const body = family()
    const reply = await submit(body)
    expect(reply.status, reply.text).toBe(200)
    const { profile, children } = reply.body.data
    expect(profile).toMatchObject({
      name: 'Anna',
      lastName: 'Ekström',
      phoneNumber: body.phoneNumber,
      zipCode: '94601-1234',
      timeZone: 'America/Los_Angeles',
      user: person.userId,
    })
    expect(children).toMatchObject([
      { firstName: 'Mia', lastNameInitial: 'É', school: 'Oak Street', grade: 'KG', caregiver: profile._id },
    ])
    // Adjacent blocks are merged.
    expect(children[0]?.availability).toEqual([{ day: 'Sat', blocks: [{ start: 9, end: 12 }] }])
    // The very next call knows the profile.
    expect((await t.call(listPlaydates, { query: { status: 'pending' } }, { as: person })).status).toBe(200)
    expect(
      (await t.call(listChildrenOfCaregiver, { params: { caregiverId: profile._id } }, { as: person })).body
        .data,
    ).toEqual(children)
  })

  test('is required: a call that needs a profile gets 409 and says why', {
    tags: ['API-045'],
  }, async () => {
    const reply = await t.call(listPlaydates, { query: { status: 'pending' } }, { as: person })
    expect([reply.status, reply.body.error]).toEqual([409, 'Please finish setting up your profile.'])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ lastName: '  ' }, 'lastName'],
    [{ phoneNumber: '' }, 'phoneNumber'],
    [{ phoneNumber: '+1555000' }, 'phoneNumber'],
    [{ zipCode: undefined }, 'zipCode'],
    [{ zipCode: '1234' }, 'zipCode'],
    [{ zipCode: '123456' }, 'zipCode'],
    [{ children: [] }, 'children'],
    [{ children: [child(), child({ firstName: '' })] }, 'children.1.firstName'],
    [{ children: [child({ firstName: undefined })] }, 'children.0.firstName'],
    [{ children: [child({ lastNameInitial: '' })] }, 'children.0.lastNameInitial'],
    [{ children: [child({ firstName: 'x'.repeat(51) })] }, 'children.0.firstName'],
    [{ children: [child({ lastNameInitial: '7' })] }, 'children.0.lastNameInitial'],
    [{ children: [child({ lastNameInitial: 'AB' })] }, 'children.0.lastNameInitial'],
    [{ children: [child({ school: 'x'.repeat(101) })] }, 'children.0.school'],
    [{ children: [child({ grade: '13' })] }, 'children.0.grade'],
    [
      { children: [child({ availability: [{ day: 'Sat', blocks: [{ start: 4, end: 6 }] }] })] },
      'children.0.availability.0.blocks.0.start',
    ],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ isAdmin: true }, 'isAdmin'],
  ] as const)(
    '%j is refused at %s and nothing is stored',
    {
      tags: [
        'PROFILE-19',
        'PROFILE-21',
        'PROFILE-24',
        'PROFILE-25',
        'PROFILE-26',
        'PROFILE-27',
        'PROFILE-28',
        'CHILD-15',
        'CHILD-16',
        'CHILD-18',
        'CONST-05',
        'CONST-06',
        'API-039',
        'API-045',
      ],
    },
    async (change, field) => {
      const before = await fingerprint(t.database)
      const reply = await submit(family(change))
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.body.fields ?? {})).toContain(field)
      expect(reply.body.error).toBeTruthy()
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('accepts a 5-digit zip code and refuses a 4-digit one', {
    tags: ['PROFILE-28'],
  }, async () => {
    const reply = await submit(family({ zipCode: '9460' }))
    expect(reply.body.error).toBe('Please use a valid US zip code')
    expect((await submit(family({ zipCode: '12345' }))).status).toBe(200)
  })

  test('accepts a phone number once, even if several caregivers save it at once', {
    tags: ['PROFILE-29'],
  }, async () => {
    const phoneNumber = aPhoneNumber()
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(t.database)))
    const replies = await Promise.all(people.map((as) => submit(family({ phoneNumber }), as)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      error: phoneNumberTaken(),
      fields: { phoneNumber: phoneNumberTaken() },
    })
    const stored = await t.database.pool.query('select count(*)::int as n from child')
    expect(stored.rows[0].n).toBe(1)
  })

  test('makes one family, even if it is sent several times at once', { tags: ['PROFILE-21'] }, async () => {
    const body = family()
    const replies = await Promise.all([submit(body), submit(body), submit(body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('lists no phone numbers, but allows ten look-ups an hour before the profile is made', {
    tags: ['PROFILE-30', 'API-092'],
  }, async () => {
    const ben = await addParent(t.database)
    const look = (query: object, as: Person = person) => t.call(findPhoneNumber, { query }, { as })
    expect((await look({})).body.data).toEqual([])
    expect((await look({ phone: ben.phoneNumber })).body.data).toEqual([{ phoneNumber: ben.phoneNumber }])
    expect((await look({ phone: aPhoneNumber() })).body.data).toEqual([])
    expect((await look({ phone: ben.phoneNumber }, await addParent(t.database))).body.data).toEqual([])
    for (let n = 0; n < 8; n += 1) await look({ phone: aPhoneNumber() })
    const eleventh = await look({ phone: ben.phoneNumber })
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the profile', () => {
  test('can be read by each of its ids; saving without a zone keeps the chosen one', {
    tags: ['API-080', 'API-081', 'API-082', 'API-083'],
  }, async () => {
    const anna = await addParent(t.database)
    for (const id of ['current-user', anna.userId, anna.caregiverId]) {
      expect((await t.call(getCaregiverProfile, { params: { id } }, { as: anna })).body.data._id).toBe(
        anna.caregiverId,
      )
    }
    const body = {
      name: 'Änna',
      lastName: '林',
      phoneNumber: anna.phoneNumber,
      zipCode: '10001',
      timeZone: 'Asia/Tokyo',
    }
    const saved = await t.call(saveCaregiverProfile, { params: { id: anna.userId }, body }, { as: anna })
    expect(saved.body.data).toMatchObject(body)
    // Without a zone, the chosen one is kept.
    const { timeZone: _, ...rest } = body
    const again = await t.call(
      saveCaregiverProfile,
      { params: { id: anna.userId }, body: rest },
      { as: anna },
    )
    expect(again.body.data.timeZone).toBe('Asia/Tokyo')
  })

  test('stores a time zone under its current name', {
    tags: ['API-039', 'TIME-75'],
  }, async () => {
    const made = await submit(family({ timeZone: 'Asia/Calcutta' }))
    expect(made.body.data.profile.timeZone).toBe('Asia/Kolkata')
    const body = { name: 'Anna', lastName: 'E', phoneNumber: aPhoneNumber(), zipCode: '10001' }
    const save = (timeZone: string) =>
      t.call(
        saveCaregiverProfile,
        { params: { id: 'current-user' }, body: { ...body, timeZone } },
        { as: person },
      )
    expect((await save('Europe/Kiev')).body.data.timeZone).toBe('Europe/Kyiv')
    expect((await save('us/eastern')).body.data.timeZone).toBe('America/New_York')
  })

  test('can’t take over another caregiver’s phone number', {
    tags: ['API-081', 'PROFILE-29'],
  }, async () => {
    const [anna, ben] = [await addParent(t.database), await addParent(t.database)]
    const before = await fingerprint(t.database)
    const body = { name: 'Anna', lastName: 'E', phoneNumber: ben.phoneNumber, zipCode: '10001' }
    const reply = await t.call(saveCaregiverProfile, { params: { id: 'current-user' }, body }, { as: anna })
    expect([reply.status, reply.body.error]).toEqual([409, phoneNumberTaken()])
    expect(await fingerprint(t.database)).toBe(before)
  })
})

describe('availability slots', () => {
  test('are returned as hours with their fit, without a child’s blocks', {
    tags: ['TIME-04', 'TIME-05', 'TIME-06', 'TIME-10'],
  }, async () => {
    const week = { day: 'Sat' as const, blocks: [{ start: 9, end: 12 }] }
    const anna = await addParent(t.database, {
      timeZone: 'America/New_York',
      children: [{ availability: [week] }],
    })
    const ben = await addParent(t.database, {
      timeZone: 'America/Chicago',
      children: [{ availability: [{ day: 'Sat', blocks: [{ start: 9, end: 10 }] }] }, {}],
    })
    await connect(t.database, anna, ben)
    const ask = (children: (string | undefined)[]) =>
      t.call(
        findAvailabilitySlots,
        { body: { children, from: '2027-06-12T04:00:00Z', to: '2027-06-13T04:00:00Z' } },
        { as: anna },
      )
    const both = await ask([anna.children[0], ben.children[0]])
    expect(both.body.data).toHaveLength(17)
    expect(both.body.data.filter(({ fit }) => fit === 'all')).toEqual([
      { start: '2027-06-12T14:00:00.000Z', fit: 'all' },
    ])
    const withUnknown = await ask([anna.children[0], ben.children[1]])
    expect(withUnknown.body.data.filter(({ fit }) => fit === 'unknown')).toHaveLength(3)
    expect(withUnknown.body.data.filter(({ fit }) => fit === 'all')).toEqual([])
    expect(Object.keys(both.body.data[0] ?? {}).sort()).toEqual(['fit', 'start'])
    expect(both.text).not.toMatch(/block|availab|Sat/)
  })

  test('are refused for no children, over 14 days or a stranger’s child; the 61st question gets 429', {
    tags: ['API-045', 'TIME-04'],
  }, async () => {
    const [anna, stranger] = [await addParent(t.database), await addParent(t.database)]
    const ask = (change: object) =>
      t.call(
        findAvailabilitySlots,
        {
          body: {
            children: anna.children,
            from: '2027-06-12T04:00:00Z',
            to: '2027-06-13T04:00:00Z',
            ...change,
          },
        },
        { as: anna },
      )
    expect((await ask({ children: [] })).body.error).toBe("Select who's playing to see available times")
    expect((await ask({ to: '2027-06-26T04:00:01Z' })).body.error).toBe('Please ask for 14 days at most')
    expect((await ask({ to: '2027-06-12T04:00:00Z' })).status).toBe(400)
    expect((await ask({ children: stranger.children })).status).toBe(404)
    const longest = { to: '2027-06-26T04:00:00Z' }
    for (let n = 0; n < 60; n += 1) expect((await ask(longest)).status).toBe(200)
    expect((await ask({})).status).toBe(429)
  })

  test('are refused for a question without an own child, which reveals no hours', {
    tags: ['API-045', 'TIME-04'],
  }, async () => {
    const anna = await addParent(t.database)
    const ben = await addParent(t.database, {
      children: [{ availability: [{ day: 'Sat', blocks: [{ start: 9, end: 12 }] }] }, {}],
    })
    await connect(t.database, anna, ben)
    const ask = (children: (string | undefined)[]) =>
      t.call(
        findAvailabilitySlots,
        { body: { children, from: '2027-06-12T04:00:00Z', to: '2027-06-13T04:00:00Z' } },
        { as: anna },
      )
    for (const children of [ben.children.slice(0, 1), ben.children]) {
      const refused = await ask(children)
      expect([refused.status, refused.body.error]).toEqual([400, "Pick who's playing!"])
      expect(refused.text).not.toContain('2027')
    }
    expect((await ask([...ben.children, ...anna.children])).status).toBe(200)
  })
})
