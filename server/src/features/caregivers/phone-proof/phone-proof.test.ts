import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  findPhoneNumber,
  phoneNumberTaken,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  checkPhoneProof,
  phoneProofTexts,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import {
  acceptConnection,
  createConnection,
  findUser,
  listConnections,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { codesSentTo } from '#test/phone-codes.ts'
import { addParent, addPerson, aPhoneNumber, fingerprint, type Parent, type Person } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp({ SAFETY: 'strict', PHONE_PROVIDER: 'outbox' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addUnproven('Anna')
  ben = await addUnproven('Ben')
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)

/** Adds a caregiver whose number was saved where safety is strict. */
async function addUnproven(name: string, phoneNumber?: string): Promise<Parent> {
  const parent = await addParent(t.database, { name })
  const number = phoneNumber ?? parent.phoneNumber
  await sql(
    'update caregiver set phone_proof = null, phone_number = $2 where id = $1',
    parent.caregiverId,
    number,
  )
  return { ...parent, phoneNumber: number }
}

const start = (as: Parent, headers = {}) => t.call(startPhoneProof, {}, { as, headers })
const check = (as: Parent, code: string) => t.call(checkPhoneProof, { body: { code } }, { as })
const freeToSend = () => sql(`delete from rate_limit`)
/** A code other than the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function codeFor(parent: Parent): Promise<string> {
  const reply = await start(parent)
  expect(`${reply.status} ${reply.text}`).toMatch(/^200/)
  return (await codesSentTo(t, parent.phoneNumber)).at(-1) ?? ''
}

async function prove(parent: Parent): Promise<void> {
  expect((await check(parent, await codeFor(parent))).body.data).toEqual({ proven: true })
}

const look = async (as: Parent, phoneNumber: string) =>
  (await t.call(findUser, { query: { phoneNumber } }, { as })).body.data.found
const isTaken = async (phone: string) =>
  (await t.call(findPhoneNumber, { query: { phone } }, { as: await addPerson(t.database) })).body.data
const invite = (as: Parent, inviteePhoneNumber: string) =>
  t.call(createConnection, { body: { inviteeName: 'Kim', inviteePhoneNumber } }, { as })
const list = async (as: Parent) => (await t.call(listConnections, {}, { as })).body.data
const profileOf = async (as: Person) => (await t.call(whoami, {}, { as })).body.data.user.caregiverProfile
const save = (as: Person, phoneNumber: string, change = {}) =>
  t.call(
    saveCaregiverProfile,
    {
      params: { id: 'current-user' },
      body: { name: 'Anna', lastName: 'Example', phoneNumber, zipCode: '94601', ...change },
    },
    { as },
  )
const onboard = (as: Person, phoneNumber: string) =>
  t.call(
    submitOnboarding,
    {
      body: {
        name: 'New',
        lastName: 'Family',
        phoneNumber,
        zipCode: '94601',
        children: [{ firstName: 'Ida', lastNameInitial: 'K' }],
      },
    },
    { as },
  )
const shapeOf = (data: object) => Object.keys(data).sort()

describe('a code', () => {
  test('proves the number of the account that entered it, and nothing else does', {
    tags: ['SAFE-01'],
  }, async () => {
    expect(await profileOf(anna)).toMatchObject({ phoneProof: null })
    const reply = await start(anna)
    expect(shapeOf(reply.body.data)).toEqual(['againAt', 'expiresAt'])
    const { againAt, expiresAt } = reply.body.data
    expect(Date.parse(expiresAt) - Date.parse(againAt)).toBe(570_000)
    expect(await look(ben, anna.phoneNumber)).toBe(false)
    const [code = ''] = await codesSentTo(t, anna.phoneNumber)
    expect((await check(anna, code)).text).toBe('{"status":200,"data":{"proven":true}}')
    expect(await profileOf(anna)).toMatchObject({ phoneProof: 'code' })
    expect(await look(ben, anna.phoneNumber)).toBe(true)
  })

  test('is stored as a keyed hash, and in no job or limit', { tags: ['SAFE-01'] }, async () => {
    const code = await codeFor(anna)
    const kept = await sql(
      `select (select string_agg(c::text, '') from phone_code c) || coalesce((select string_agg(data::text, '') from pgboss.job), '')
        || (select string_agg(l::text, '') from rate_limit l) as text, (select code_hash from phone_code) as hash`,
    )
    // Not within ids, hashes and times.
    expect(kept.rows[0].text).not.toMatch(new RegExp(`(?<![\\da-f.])${code}(?![\\da-f])`))
    expect(kept.rows[0].text).not.toContain(anna.phoneNumber)
    expect(kept.rows[0].hash).toHaveLength(32)
  })

  test('is refused at its field if it is wrong or no code at all', { tags: ['SAFE-06'] }, async () => {
    const code = await codeFor(anna)
    for (const other of [wrong(code), '12345', '1234567', 'abcdef', '', '１２３４５６']) {
      const { status, body } = await check(anna, other)
      expect([status, body.fields]).toEqual([400, { code: phoneProofTexts.codeWrong() }])
    }
    expect(phoneProofTexts.codeWrong()).toBe("That's not the code. Please check it and try again.")
    expect((await check(anna, code)).status).toBe(200)
  })

  const expectOver = async (code: string, as = anna) => {
    // The mail about the new number is written meanwhile, with its link.
    const rows = () => fingerprint(t.database, ['mail_token'])
    const before = await rows()
    const { status, body } = await check(as, code)
    expect([status, body.fields]).toEqual([400, { code: 'That code is over. Please ask for a new one.' }])
    expect(await rows()).toBe(before)
  }

  test('expires after five tries, once it was used, and after ten minutes', {
    tags: ['SAFE-05'],
  }, async () => {
    const guessed = await codeFor(anna)
    for (let n = 0; n < 5; n += 1)
      expect((await check(anna, wrong(guessed))).body.fields?.code).toMatch(/^That's/)
    await expectOver(guessed)
    await freeToSend()
    const used = await codeFor(anna)
    expect((await check(anna, used)).status).toBe(200)
    await expectOver(used)
    await freeToSend()
    const late = await codeFor(anna)
    const { rows } = await sql(
      `select extract(epoch from expires_at - sent_at)::int as seconds from phone_code`,
    )
    expect(rows).toEqual([{ seconds: 600 }])
    await sql(`update phone_code set expires_at = now()`)
    await expectOver(late)
    expect((await profileOf(anna))?.phoneProof).toBe('code')
  })

  test('replaces the one before, and counts only for its account and its number', {
    tags: ['SAFE-07'],
  }, async () => {
    const first = await codeFor(anna)
    await freeToSend()
    const second = await codeFor(anna)
    if (first !== second) expect((await check(anna, first)).status).toBe(400)
    // Ben has the same number, and a code of his own.
    await sql('update caregiver set phone_number = $2 where id = $1', ben.caregiverId, anna.phoneNumber)
    await expectOver(second, ben)
    await codeFor({ ...ben, phoneNumber: anna.phoneNumber })
    const codes = await codesSentTo(t, anna.phoneNumber)
    if (codes.at(-1) !== second) expect((await check(ben, second)).status).toBe(400)
    const other = aPhoneNumber()
    expect((await save(anna, other)).status).toBe(200)
    await expectOver(second)
    // Saving the old number again doesn't bring the code back.
    expect((await save(anna, anna.phoneNumber)).status).toBe(200)
    await expectOver(second)
  })

  test('is over if another number was saved while it was on its way', { tags: ['SAFE-07'] }, async () => {
    const code = await codeFor(anna)
    const other = aPhoneNumber()
    // As if the code had been stored after the save.
    await sql('update caregiver set phone_number = $2 where id = $1', anna.caregiverId, other)
    await expectOver(code)
  })

  test('is swept a day after it expires', async () => {
    await codeFor(anna)
    const left = async () => {
      await sweep(t.database.kysely)
      return (await sql('select from phone_code')).rowCount
    }
    await sql(`update phone_code set expires_at = now() - interval '23 hours'`)
    expect(await left()).toBe(1)
    await sql(`update phone_code set expires_at = now() - interval '25 hours'`)
    expect(await left()).toBe(0)
  })

  test('is counted by outcome in the metrics', async () => {
    await check(anna, wrong(await codeFor(anna)))
    const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
    for (const outcome of ['sent', 'right', 'wrong']) {
      expect(body).toMatch(new RegExp(`phone_codes_total\\{outcome="${outcome}"\\} [1-9]`))
    }
  })
})

describe('sending codes', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const expectTooMany = async (reply: Awaited<ReturnType<typeof start>>, atLeast: number) => {
    expect([reply.status, reply.body.error]).toEqual([429, 'Too many codes. Please try again later.'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(atLeast)
  }
  /** As if half a minute had passed; the other limits stay as they are. */
  const pass = () => sql(`delete from rate_limit where key like 'phone-code-pause:%'`)
  const numberedAnew = async (parent: Parent) => {
    const phoneNumber = aPhoneNumber()
    await sql('update caregiver set phone_number = $2 where id = $1', parent.caregiverId, phoneNumber)
    return phoneNumber
  }

  test('is refused within 30 seconds of the last one', { tags: ['SAFE-08'] }, async () => {
    await codeFor(anna)
    const reply = await start(anna)
    await expectTooMany(reply, 0)
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(30)
    expect(await codesSentTo(t, anna.phoneNumber)).toHaveLength(1)
    await pass()
    expect((await start(anna)).status).toBe(200)
  })

  test('is refused to a number that got 3 within the hour, whoever asked', {
    tags: ['SAFE-08'],
  }, async () => {
    const same = await addUnproven('Cleo', anna.phoneNumber)
    for (const who of [anna, same, anna]) {
      await pass()
      expect((await start(who)).status).toBe(200)
    }
    await pass()
    await expectTooMany(await start(same), 3_000)
    expect(await codesSentTo(t, anna.phoneNumber)).toHaveLength(3)
  })

  test('is refused to an account that had 5 in a day, without counting against the number', {
    tags: ['SAFE-08'],
  }, async () => {
    for (let n = 0; n < 5; n += 1) {
      await numberedAnew(anna)
      await pass()
      expect((await start(anna)).status).toBe(200)
    }
    await sql('update caregiver set phone_number = $2 where id = $1', anna.caregiverId, ben.phoneNumber)
    for (let n = 0; n < 4; n += 1) {
      await pass()
      await expectTooMany(await start(anna), 80_000)
    }
    expect((await start(ben)).status).toBe(200)
  })

  test('doesn’t count against an account’s day if another limit refuses it', {
    tags: ['SAFE-08'],
  }, async () => {
    for (let n = 0; n < 3; n += 1) {
      await pass()
      const same = await addUnproven('Cleo', anna.phoneNumber)
      expect((await start(same)).status).toBe(200)
    }
    for (let n = 0; n < 6; n += 1) {
      await pass()
      await expectTooMany(await start(anna), 3_000)
    }
    await numberedAnew(anna)
    await pass()
    expect((await start(anna)).status).toBe(200)
  })

  test('is refused to an address that asked for 10 within the hour', { tags: ['SAFE-08'] }, async () => {
    const [here, elsewhere] = [from('10.9.9.9'), from('10.9.9.8')]
    for (let n = 0; n < 10; n += 1) {
      expect((await start(await addUnproven('Cleo'), here)).status).toBe(200)
    }
    await expectTooMany(await start(anna, here), 3_000)
    await pass()
    expect((await start(anna, elsewhere)).status).toBe(200)
  })

  test('stops for the day after 200, and administrators are notified once', {
    tags: ['SAFE-08'],
  }, async () => {
    const admin = await addPerson(t.database, { isAdmin: true })
    await start(anna)
    await sql(`update rate_limit set points = 200 where key like 'phone-codes:%'`)
    const before = await codesSentTo(t, ben.phoneNumber)
    for (let n = 0; n < 3; n += 1) {
      await pass()
      const reply = await start(ben)
      expect([reply.status, reply.body.error]).toEqual([
        429,
        "Codes can't be sent right now. Please try again tomorrow.",
      ])
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000)
    }
    expect(await codesSentTo(t, ben.phoneNumber)).toEqual(before)
    const { body } = await t.call(listNotifications, { query: {} }, { as: admin })
    expect(body.data.map(({ title, url }) => [title, url])).toEqual([
      ['Today’s 200 phone codes are used up. Until tomorrow nobody can confirm a number.', '/admin'],
    ])
  })
})

describe('a number that nobody has proven', () => {
  test('is answered like an unused number by every call', { tags: ['SAFE-02'] }, async () => {
    const free = aPhoneNumber()
    const answers = async (number: string, as: Parent) => {
      const [found, taken, invited, again] = [
        await look(as, number),
        await isTaken(number),
        await invite(as, number),
        await invite(as, number),
      ]
      const { message, connection, inviteUrl } = invited.body.data
      const { _id, inviteePhoneNumber, linkEndsAt, inviter, ...same } = connection
      return {
        found,
        taken,
        keys: [shapeOf(invited.body.data), shapeOf(connection)],
        message,
        same,
        link: inviteUrl?.replace(/=[^&]*/g, ''),
        again: [again.status, again.text],
      }
    }
    const cleo = await addUnproven('Cleo')
    const unproven = await answers(anna.phoneNumber, ben)
    expect(unproven).toEqual(await answers(free, cleo))
    expect(unproven).toMatchObject({
      found: false,
      taken: [],
      message: 'Connection created with new invitee',
      link: expect.stringContaining('/register?'),
    })
    expect(await list(anna)).toEqual([])
    await prove(anna)
    const third = await addUnproven('Dora')
    expect((await invite(third, anna.phoneNumber)).body.data.message).toBe(
      'Connection created with existing user',
    )
    expect([await look(third, anna.phoneNumber), await isTaken(anna.phoneNumber)]).toEqual([
      true,
      [{ phoneNumber: anna.phoneNumber }],
    ])
  })

  test('includes one that was only saved before safety was strict', {
    tags: ['SAFE-02'],
  }, async () => {
    await sql(`update caregiver set phone_proof = 'saved' where id = $1`, anna.caregiverId)
    expect([await look(ben, anna.phoneNumber), await isTaken(anna.phoneNumber)]).toEqual([false, []])
    expect((await invite(ben, anna.phoneNumber)).body.data.inviteUrl).toBeDefined()
    // The code of another caregiver takes the number.
    const cleo = await addUnproven('Cleo', anna.phoneNumber)
    await prove(cleo)
    expect([(await profileOf(anna))?.phoneProof, (await profileOf(cleo))?.phoneProof]).toEqual([null, 'code'])
  })

  test('doesn’t prevent a connection by link', { tags: ['SAFE-03'] }, async () => {
    const { inviteUrl } = (await invite(ben, aPhoneNumber())).body.data
    const token = new URL(inviteUrl ?? '').searchParams.get('invite') ?? ''
    const guest = await addPerson(t.database)
    await sql(
      `update app_user set invite_hash = sha256($2::bytea), invite_connection_id = (select id from connection) where id = $1`,
      guest.userId,
      Buffer.from(token),
    )
    expect((await onboard(guest, aPhoneNumber())).status).toBe(200)
    const parent = { ...guest } as Parent
    const [waiting] = await list(parent)
    expect(waiting).toMatchObject({ inviter: { name: 'Ben' }, inviteStatus: 'pending' })
    const reply = await t.call(acceptConnection, { params: { id: waiting?._id } }, { as: guest })
    expect(reply.body.data.inviteStatus).toBe('accepted')
    expect((await profileOf(guest))?.phoneProof).toBeNull()
  })

  test('may be saved by several accounts; the first code decides, and the others are told it is in use', {
    tags: ['SAFE-81'],
  }, async () => {
    const number = aPhoneNumber()
    expect([(await save(anna, number)).status, (await save(ben, number)).status]).toEqual([200, 200])
    const guest = await addPerson(t.database)
    expect((await onboard(guest, number)).status).toBe(200)
    const both = [
      { ...anna, phoneNumber: number },
      { ...ben, phoneNumber: number },
    ] as const
    const [codeOfA, codeOfB] = [await codeFor(both[0]), await codeFor(both[1])]
    expect((await check(anna, codeOfA)).status).toBe(200)
    const cleo = await addUnproven('Cleo')
    const replies = [await check(ben, codeOfB), await start(ben), await save(cleo, number)]
    const late = await onboard(await addPerson(t.database), number)
    for (const { status, body } of [...replies, late]) {
      expect([status, body.error, body.fields]).toEqual([
        409,
        'This phone number is already in use',
        { phoneNumber: phoneNumberTaken() },
      ])
    }
    // Other fields can still be saved.
    expect((await save(ben, number, { zipCode: '10001' })).body.data).toMatchObject({
      phoneNumber: number,
      zipCode: '10001',
      phoneProof: null,
    })
  })

  test('counts as one’s own: nobody can invite themself', { tags: ['SAFE-02'] }, async () => {
    expect((await invite(anna, anna.phoneNumber)).body.error).toBe('That is your own phone number')
  })
})

describe('proving a number', () => {
  test('delivers the invitations of the last 90 days that wait for it, as if they were made now', {
    tags: ['SAFE-04'],
  }, async () => {
    const number = aPhoneNumber()
    const [old, gone, cleo] = [await addUnproven('Old'), await addUnproven('Gone'), await addUnproven('Cleo')]
    for (const inviter of [anna, old, gone, cleo]) expect((await invite(inviter, number)).status).toBe(200)
    await sql(
      `update connection set created_at = now() - interval '91 days' where inviter_id = $1`,
      old.caregiverId,
    )
    await sql('update caregiver set deleted_at = now(), user_id = null where id = $1', gone.caregiverId)
    expect((await save(ben, number, { name: 'Ben' })).status).toBe(200)
    // They are already connected in another way: there is nothing to ask.
    const { body } = await invite(ben, aPhoneNumber())
    await sql(
      `update connection set invitee_id = $1, status = 'accepted' where id = $2`,
      cleo.caregiverId,
      body.data.connection._id,
    )
    expect((await list(ben)).length).toBe(1)
    await prove({ ...ben, phoneNumber: number })
    expect((await list(ben)).map(({ inviter, inviteStatus }) => [inviter.name, inviteStatus])).toEqual([
      ['Ben', 'accepted'],
      ['Anna', 'pending'],
    ])
    const notices = await t.call(listNotifications, { query: {} }, { as: ben })
    expect(notices.body.data.map(({ title }) => title)).toEqual([
      'Anna wants to connect with you',
      'Your phone number was changed',
    ])
    const open = await sql('select count(*)::int as open from connection where invitee_id is null')
    expect(open.rows).toEqual([{ open: 3 }])
    const links = await sql('select invite_hash from connection where inviter_id = $1', anna.caregiverId)
    expect(links.rows).toEqual([{ invite_hash: null }])
  })

  test('ends at once when another number is saved', { tags: ['SAFE-14'] }, async () => {
    await prove(anna)
    const [before, after] = [anna.phoneNumber, aPhoneNumber()]
    expect((await save(anna, before, { zipCode: '10001' })).body.data.phoneProof).toBe('code')
    expect((await save(anna, after)).body.data.phoneProof).toBeNull()
    expect([await look(ben, before), await look(ben, after)]).toEqual([false, false])
    const cleo = await addUnproven('Cleo', before)
    await prove(cleo)
    expect((await save(anna, before)).status).toBe(409)
  })

  test('is refused if the server can’t send codes', { tags: ['SAFE-82'] }, async () => {
    const bare = await testApp({ SAFETY: 'strict' })
    try {
      const before = await fingerprint(t.database)
      for (const reply of [
        await bare.call(startPhoneProof, {}, { as: anna }),
        await bare.call(checkPhoneProof, { body: { code: '123456' } }, { as: anna }),
      ]) {
        expect([reply.status, reply.body.error]).toEqual([409, 'Not set up on this server'])
      }
      expect(await fingerprint(t.database)).toBe(before)
      const { body } = await bare.call(whoami, {}, { as: anna })
      expect(body.data.user.safety).toEqual({ isStrict: true, sendsCodes: false })
      expect(
        (
          await bare.call(
            createConnection,
            { body: { inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber } },
            { as: anna },
          )
        ).body.data.inviteUrl,
      ).toBeDefined()
    } finally {
      await bare.close()
    }
  })

  test('adds nothing to the audit log', async () => {
    const admin = await addPerson(t.database, { isAdmin: true })
    await prove(anna)
    expect((await t.call(listAuditLog, {}, { as: admin })).body.data).toEqual([])
  })
})

describe('if safety is relaxed', () => {
  let relaxed: TestApp
  beforeAll(async () => {
    relaxed = await testApp()
  })
  afterAll(() => relaxed.close())

  test('saving a number proves it and delivers waiting invitations; a code takes precedence', {
    tags: ['SAFE-17', 'SAFE-04'],
  }, async () => {
    const number = aPhoneNumber()
    await relaxed.call(
      createConnection,
      { body: { inviteeName: 'Ben', inviteePhoneNumber: number } },
      { as: anna },
    )
    const body = { name: 'Ben', lastName: 'Example', phoneNumber: number, zipCode: '94601' }
    const saved = await relaxed.call(
      saveCaregiverProfile,
      { params: { id: 'current-user' }, body },
      { as: ben },
    )
    expect(saved.body.data.phoneProof).toBe('saved')
    const found = await relaxed.call(findUser, { query: { phoneNumber: number } }, { as: anna })
    expect(found.body.data).toEqual({ found: true })
    expect(await list(ben)).toMatchObject([{ inviter: { name: 'Anna' }, inviteStatus: 'pending' }])
    expect((await relaxed.call(whoami, {}, { as: ben })).body.data.user.safety).toEqual({
      isStrict: false,
      sendsCodes: true,
    })
    const same = await relaxed.call(
      saveCaregiverProfile,
      { params: { id: 'current-user' }, body },
      { as: anna },
    )
    expect([same.status, same.body.error]).toEqual([409, 'This phone number is already in use'])
    const cleo = await addUnproven('Cleo', number)
    await prove(cleo)
    expect((await profileOf(ben))?.phoneProof).toBeNull()
  })
})
