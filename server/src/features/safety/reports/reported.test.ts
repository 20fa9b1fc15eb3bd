import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { readLetter, withoutTokens } from '#test/outbox.ts'
import { readEverything } from '#test/reading.ts'
import { about, addReport, say } from '#test/reports.ts'
import { addGroup, addMember, addParent, addPerson, addRequest, connect } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const words = 'A message of yours hurt somebody. Please be kind.'

/** Anna and Eve are friends of Ben's, in a group of his, and he wrote to each. `read` returns all that Ben can read. */
async function threeParents() {
  await t.reset()
  const { database } = t
  const anna = await addParent(database, { name: 'Anna' })
  const eve = await addParent(database, { name: 'Eve' })
  const ben = await addParent(database, { name: 'Ben' })
  const group = await addGroup(database)
  const ids = [ben.userId, ben.caregiverId, ...ben.children, group.id]
  await addMember(database, group, ben, { isGroupAdmin: true })
  for (const each of [anna, eve]) {
    await connect(database, each, ben)
    await addMember(database, group, each)
    const { id, roomId } = await addRequest(database, each, ben)
    await say(t, ben, roomId, 'Give me your keys')
    ids.push(each.userId, each.caregiverId, ...each.children, id, roomId)
  }
  // Without what differs at each call: the time, the link to the checkout, and the notice of a download.
  const isNew = /"time":"[^"]*"|session=[\w.-]+|\{[^{}]*A copy of your data was downloaded[^{}]*\}/g
  const read = async () => (await readEverything(t, ben, { ids })).replaceAll(isNew, '')
  return { anna, eve, ben, read }
}

/** What Ben reads and is sent after these have reported him, one after the other, and he was warned. */
async function noticeOfDecision(reporters: readonly ('anna' | 'eve')[]): Promise<string> {
  const { ben, read, ...others } = await threeParents()
  const admin = await addPerson(t.database, { isAdmin: true })
  const reports: string[] = []
  for (const name of reporters) {
    reports.push(await addReport(t, others[name], { ...about(ben), words: 'He shouts' }))
  }
  const input = { params: { subject: ben.caregiverId }, body: { reports, kind: 'warn', words } }
  expect((await t.call(decideReports, input, { as: admin })).status).toBe(200)
  const letter = await readLetter(t, ben.email, words)
  expect(letter).toContain(words)
  expect(withoutTokens(letter)).not.toMatch(/Anna|Eve/)
  const notice = `${await read()}\n${letter}`
  for (const secret of [...reports, 'He shouts']) expect(notice).not.toContain(secret)
  return notice
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/^(?:Date|Message-ID): .*$/gim, '')
    .replaceAll(/\+1\d{10}|Group \d+|[\w.+-]+@[\w.-]+|"code":"[^"]*"|"referenceCode":"[^"]*"/g, 'own')
}

/** Ids of the user's notifications, and of jobs about the user. */
async function sent(userId: string): Promise<unknown[]> {
  const { rows } = await t.database.pool.query(
    `select id::text from notification where user_id = $1
      union all select id::text from pgboss.job where data::text like '%' || $1 || '%' order by 1`,
    [userId],
  )
  return rows
}

test('a report changes nothing that the reported caregiver reads or is sent', {
  tags: ['SAFE-37'],
}, async () => {
  const { anna, eve, ben, read } = await threeParents()
  const [before, sentBefore] = [await read(), await sent(ben.userId)]
  for (const as of [anna, eve]) await addReport(t, as, { ...about(ben), words: 'He shouts' })
  expect(await sent(ben.userId)).toEqual(sentBefore)
  expect(await read()).toBe(before)
})

describe('the reported caregiver reads the same, whoever reported them, how often and in which order', () => {
  let notice: string
  beforeAll(async () => {
    notice = await noticeOfDecision(['anna', 'eve'])
  })

  test.each([[['eve', 'anna']], [['anna']], [['eve']]] as const)(
    'reported by %j',
    { tags: ['SAFE-37'] },
    async (reporters) => expect(await noticeOfDecision(reporters)).toBe(notice),
  )
})
