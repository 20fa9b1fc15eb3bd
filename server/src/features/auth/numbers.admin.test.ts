import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { login, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { clearNumber } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { findUser } from '@tagalong/contract/features/connections/connections.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { readLetter } from '#test/outbox.ts'
import { codesSentTo } from '#test/phone-codes.ts'
import { about, addReport } from '#test/reports.ts'
import { addParent, addPerson, connect, fingerprint, type Parent, type Person } from '#test/world.ts'

let t: TestApp
let admin: Person
let anna: Parent
let ben: Parent
const password = 'Playdate1!'
beforeAll(async () => {
  t = await testApp({ SAFETY: 'strict', PHONE_PROVIDER: 'outbox' })
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await sql('update caregiver set phone_proof = null, phone_number = $1', anna.phoneNumber)
  await prove(anna)
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const clear = (id: string) => t.call(clearNumber, { params: { id } }, { as: admin })
const proofOf = async (as: Parent) =>
  (await t.call(whoami, {}, { as })).body.data.user.caregiverProfile?.phoneProof

async function prove(parent: Parent) {
  expect((await t.call(startPhoneProof, {}, { as: parent })).status).toBe(200)
  const code = (await codesSentTo(t, anna.phoneNumber)).at(-1)
  expect((await t.call(checkPhoneProof, { body: { code } }, { as: parent })).status).toBe(200)
}

describe('an administrator who clears a number', () => {
  test('ends its proof, mails the holder, leaves an audit log entry and frees the number for another caregiver', {
    tags: ['SAFE-83'],
  }, async () => {
    expect((await clear(anna.caregiverId)).text).toBe('{"status":200,"data":{}}')
    const query = { phoneNumber: anna.phoneNumber }
    expect((await t.call(findUser, { query }, { as: ben })).body.data).toEqual({ found: false })
    const letter = await readLetter(t, anna.email)
    expect(letter).toContain('Subject: Your phone number is no longer confirmed (Tagalong')
    expect(letter).not.toContain(anna.phoneNumber)
    const { body } = await t.call(listAuditLog, {}, { as: admin })
    expect(body.data).toMatchObject([
      {
        action: 'caregivers.clearNumber',
        subject: { _id: anna.caregiverId, kind: 'caregiver' },
        changes: { phoneProof: { before: 'code', after: null } },
      },
    ])
    await prove(ben)
    expect([await proofOf(anna), await proofOf(ben)]).toEqual([null, 'code'])
  })

  test('frees a number that a closed account had proven', { tags: ['SAFE-48', 'SAFE-83'] }, async () => {
    const other = await addParent(t.database, { name: 'Olga' })
    await connect(t.database, other, anna)
    const reports = [await addReport(t, other, about(anna))]
    const body = { reports, kind: 'close' as const, words: 'Please stop writing to families.' }
    const params = { subject: anna.caregiverId }
    expect((await t.call(decideReports, { params, body }, { as: admin })).status).toBe(200)
    expect((await clear(anna.caregiverId)).status).toBe(200)
    await prove(ben)
    expect(await proofOf(ben)).toBe('code')
  })

  test('needs a fresh session', { tags: ['SAFE-83'] }, async () => {
    await sql(`update session set confirmed_at = now() - interval '15 minutes'`)
    const before = await fingerprint(t.database)
    const refused = await clear(anna.caregiverId)
    expect([refused.status, refused.body.error]).toEqual([409, "Please confirm that it's you."])
    expect(await fingerprint(t.database)).toBe(before)
    expect(await proofOf(anna)).toBe('code')
  })

  test('can’t clear an unproven number or that of an unknown caregiver', {
    tags: ['SAFE-83'],
  }, async () => {
    const before = await fingerprint(t.database)
    const open = await clear(ben.caregiverId)
    expect([open.status, open.body.error]).toEqual([409, 'This number is not confirmed'])
    expect((await clear(newId())).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
    const entered = { email: anna.email, password }
    expect((await t.call(login, { body: entered })).status).toBe(400)
  })

  test('succeeds once if two try at once', { tags: ['SAFE-83'] }, async () => {
    const replies = await Promise.all([clear(anna.caregiverId), clear(anna.caregiverId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
