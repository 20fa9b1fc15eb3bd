import {
  acceptPlaydate,
  counterPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, addRequest, connect } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const place = 'The park'
const proposal = {
  proposedLocations: { option1: place },
  proposedTimes: [inHours(48).toISOString()],
}

test('when eight clients answer a request at once, exactly one succeeds and the others get 409', {
  tags: ['API-097', 'API-098', 'API-099'],
  timeout: 3_600_000,
}, async () => {
  const rounds = sampleOrFull(3, 1_000)
  const kindsOfRace = [
    ['accept', 'accept'],
    ['accept', 'counter'],
    ['accept', 'reject'],
    ['counter', 'counter'],
  ] as const
  for (const race of kindsOfRace) {
    for (let round = 0; round < rounds; round += 1) {
      if (round % 50 === 0) await t.reset()
      const anna = await addParent(t.database)
      const ben = await addParent(t.database)
      await connect(t.database, anna, ben)
      const { id } = await addRequest(t.database, anna, ben)
      const answers = {
        accept: () =>
          t.call(
            acceptPlaydate,
            { body: { id, acceptedLocation: place, acceptedTime: inHours(48).toISOString(), version: 1 } },
            { as: ben },
          ),
        reject: () => t.call(rejectPlaydate, { body: { id, version: 1 } }, { as: ben }),
        counter: () =>
          t.call(
            counterPlaydate,
            {
              params: { id },
              body: {
                type: 'single',
                ownerChildren: anna.children,
                recipientChildren: ben.children,
                ...proposal,
                version: 1,
              },
            },
            { as: ben },
          ),
      }
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) => answers[race[n % 2] ?? 'accept']()),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      const { rows } = await t.database.pool.query('select version from playdate where id = $1', [id])
      expect(rows).toEqual([{ version: 2 }])
    }
    report(`${race.join(' / ')}, eight clients at once`, `${rounds} rounds, one winner each, the others 409`)
  }
})
