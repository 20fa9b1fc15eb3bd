import {
  acceptPlaydate,
  counterPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, addRequest, connect, type Parent } from '#test/world.ts'
import { endWaits } from './waits.service.ts'

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  amara = await addParent(t.database, { name: 'Amara' })
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const times = [inHours(48).toISOString()]
const answers = {
  accepted: (id: string) =>
    t.call(
      acceptPlaydate,
      { body: { id, acceptedLocation: 'The park', acceptedTime: times[0], version: 1 } },
      { as: amara },
    ),
  rejected: (id: string) => t.call(rejectPlaydate, { body: { id, version: 1 } }, { as: amara }),
  pending: (id: string) => {
    const body = {
      type: 'single',
      ownerChildren: priya.children,
      recipientChildren: amara.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: times,
      version: 1,
    }
    return t.call(counterPlaydate, { params: { id }, body }, { as: amara })
  },
}
/** Ends waits after that many queries, so that either call may come first. */
async function endAfter(looks: number): Promise<void> {
  for (let look = 0; look < looks; look += 1) await t.database.pool.query('select 1')
  await endWaits({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: t.clock,
    log: pino({ level: 'silent' }),
  })
}

test('when an answer and the end of the wait coincide, exactly one counts, and a late answer is refused', {
  tags: ['PLAN-16'],
  timeout: 300_000,
}, async () => {
  const rounds = sampleOrFull(30, 300)
  let late = 0
  for (let round = 0; round < rounds; round += 1) {
    const [status, answer] = Object.entries(answers)[round % 3] ?? []
    const { id } = await addRequest(t.database, priya, amara)
    await t.database.pool.query(
      `update playdate set wait = 'hours', answer_by = now() - interval '1 minute' where id = $1`,
      [id],
    )
    const [reply] = await Promise.all([answer?.(id), endAfter(round % 25), endAfter(round % 25)])
    const seen = (await t.call(getPlaydate, { params: { id } }, { as: priya })).body.data
    if (reply?.status === 200) expect([seen.status, seen.endedAs]).toEqual([status, null])
    else {
      late += 1
      expect([reply?.status, reply?.body.error]).toEqual([409, m.prompt_playdate_over()])
      expect([seen.status, seen.endedAs, seen.version]).toEqual(['cancelled', 'over', 2])
    }
    const { rows } = await t.database.pool.query(
      `select count(*)::int as notices from notification where playdate_id = $1 and message = 'playdate.over'`,
      [id],
    )
    expect(rows).toEqual([{ notices: seen.endedAs ? 1 : 0 }])
    await t.database.pool.query('delete from playdate where id = $1', [id])
    await t.database.pool.query('delete from rate_limit')
  }
  report('an answer and the end of its wait', `${rounds} rounds, ${late} times late, one winner each`)
})
