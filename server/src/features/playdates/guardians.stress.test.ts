import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addEvent, addGuardian, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let sam: Parent
let noa: Parent

/** Anika's guardians are Priya and Dev; Rohan's are Dev, Priya and Sam. */
beforeAll(async () => {
  t = await testApp()
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  sam = await addParent(t.database, { name: 'Sam', children: [] })
  noa = await addParent(t.database, { name: 'Noa' })
  await addGuardian(t.database, priya.children[0], dev)
  for (const each of [priya, sam]) await addGuardian(t.database, dev.children[0], each)
  await connect(t.database, priya, noa)
})
afterAll(() => t.close())

const accept = (as: Parent, id: string) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() } },
    { as },
  )
const reject = (as: Parent, id: string) => t.call(rejectPlaydate, { body: { id } }, { as })
const answer = (as: Parent, id: string, response: Response) =>
  t.call(respondToEvent, { body: { playdate: id, response, version: 1 } }, { as })
async function forget(id: string): Promise<void> {
  await t.database.pool.query('delete from playdate where id = $1', [id])
  await t.database.pool.query('delete from rate_limit')
}

test('when two guardians answer a request at once, exactly one wins, and both see which', {
  tags: ['HOME-39'],
  timeout: 300_000,
}, async () => {
  const rounds = sampleOrFull(50, 300)
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addRequest(t.database, noa, priya)
    const replies = await Promise.all(
      round % 2 ? [accept(priya, id), reject(dev, id)] : [reject(priya, id), accept(dev, id)],
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost?.body.error).toBe(m.prompt_playdate_changed())
    const winner = replies[0]?.status === 200 ? 'Priya' : 'Dev'
    for (const as of [priya, dev]) {
      const seen = (await t.call(getPlaydate, { params: { id } }, { as })).body.data
      expect(seen.recipientChildren[0]?.actedBy?.name).toBe(winner)
    }
    await forget(id)
  }
  report('two guardians answer a request at the same moment', `${rounds} rounds, one winner each`)
})

test('when three guardians answer an event for two children at once, no answer is lost', {
  timeout: 300_000,
}, async () => {
  const rounds = sampleOrFull(20, 300)
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addEvent(t.database, noa, [priya, dev])
    const replies = await Promise.all([
      answer(priya, id, 'accepted'),
      answer(dev, id, 'rejected'),
      answer(sam, id, 'rejected'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await t.database.pool.query(
      `select count(*)::int as wrong from playdate_caregiver
        where playdate_id = $1 and side = 'recipient' and response is distinct from response_of($1, caregiver_id)`,
      [id],
    )
    expect(rows).toEqual([{ wrong: 0 }])
    await forget(id)
  }
  report('three guardians answer an event at the same moment', `${rounds} rounds, no answer lost`)
})
