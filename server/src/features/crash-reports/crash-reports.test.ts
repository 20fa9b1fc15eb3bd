import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addPerson, type Person } from '#test/world.ts'

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

const send = (change: object = {}) =>
  t.call(
    submitCrashReport,
    {
      body: {
        componentName: 'PlaydatesScreen',
        error: { name: 'TypeError', message: 'x is undefined', stack: 'at y' },
        userDescription: 'I pressed Respond',
        ...change,
      },
    },
    { as: person },
  )

describe('crash reports', () => {
  test('a report is stored with its component, error and description', { tags: ['API-138'] }, async () => {
    const reply = await send()
    expect([reply.status, reply.body.data]).toEqual([201, {}])
    const { rows } = await t.database.pool.query('select * from crash_report')
    expect(rows).toMatchObject([
      {
        user_id: person.userId,
        component_name: 'PlaydatesScreen',
        error_name: 'TypeError',
        error_message: 'x is undefined',
        error_stack: 'at y',
        user_description: 'I pressed Respond',
      },
    ])
  })

  test('tokens, passwords, phone numbers and email addresses are removed from every field', {
    tags: ['API-138'],
  }, async () => {
    const secrets = [person.accessToken, '+15103341201', '510-334-1202', 'kim@example.org', 'hunter2']
    const text = `Bearer ${person.accessToken} +15103341201 510-334-1202 kim@example.org, password: hunter2`
    await send({
      error: { name: text, message: text, stack: text },
      userDescription: text,
      componentName: 'X',
    })
    const { rows } = await t.database.pool.query('select row_to_json(c)::text as text from crash_report c')
    for (const secret of secrets) expect(rows[0].text).not.toContain(secret)
  })

  test('a long report is accepted; the sixth in an hour is refused', { tags: ['API-138'] }, async () => {
    expect(
      (await send({ error: { name: 'E', message: 'm'.repeat(9_000), stack: 's'.repeat(40_000) } })).status,
    ).toBe(201)
    for (let n = 0; n < 4; n += 1) expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(429)
  })
})
