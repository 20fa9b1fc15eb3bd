import { setTimeout as wait } from 'node:timers/promises'
import {
  isSubscribed,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '@tagalong/contract/features/billing/billing.rules.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { killLeftovers, type Place, place, type Run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { type StripeStub, signedEvent, startStripeStub } from '#test/stripe-stub.ts'
import { addParent, type Parent } from '#test/world.ts'
import { isEntitled } from './billing.policy.ts'
import { insertNightlyEvents } from './subscription-sync.db.ts'
import { webhookPath } from './webhook.ts'

const events = sampleOrFull(150, 5_000)
const families = sampleOrFull(6, 40)
const kills = sampleOrFull(1, 6)

let database: Database
let stub: StripeStub
let home: Place
let app: Run
/** Resolves once the app answers; replaced after each kill. */
let up: Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  stub = await startStripeStub()
  home = await place()
})
beforeEach(async () => {
  await resetDatabase()
  stub.customers.clear()
})
afterEach(async () => {
  app.send('SIGTERM')
  await app.code
})
afterAll(async () => {
  killLeftovers()
  await home.remove()
  await stub.close()
})

async function startApp(): Promise<void> {
  app = home.app({ ...stub.env, DATABASE_URL: await testDatabaseUrl(), LOG_LEVEL: 'silent' })
  await app.says('runs at')
}

/** Kills the app as a power failure would. */
function killApp(): void {
  app.send('SIGKILL')
  up = app.code.then(startApp)
}

/** Milliseconds. Stripe waits longer. */
const pause = 50

/**
 * Returns the status from whichever process answers in the end: like Stripe, it sends again what was not taken, 503
 * included.
 */
async function deliver({ body, signature }: { body: string; signature: string }): Promise<number> {
  for (;;) {
    await up
    try {
      const reply = await fetch(`${home.url}${webhookPath}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
      if (reply.status !== 503) return reply.status
      expect(reply.headers.has('retry-after')).toBe(true)
    } catch (error) {
      // It was killed while handling the request; the next round waits for the next process.
      if (!(error instanceof TypeError)) throw error
    }
    await wait(pause)
  }
}

let state = 20_261_125
/** Returns the same numbers in each run. */
function below(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T
const seconds = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400

/** Changes the subscription at Stripe. The last change for every other family is a cancel. */
function change(customer: string, isLast: boolean): void {
  const status: SubscriptionStatus = isLast ? 'canceled' : oneOf(subscriptionStatuses)
  const hasEnd = below(3) === 0
  stub.subscribe(customer, {
    status,
    cancel_at: hasEnd && status !== 'canceled' ? seconds(1 + below(59)) : null,
    ended_at: status === 'canceled' ? seconds(-1) : null,
  })
}

const old = () => seconds(0) - 301 - below(86_099)

describe('billing events from Stripe, in any order', () => {
  test.each([1, 2, 3])(
    'end in the state that Stripe has: round %i',
    { tags: ['BILL-02', 'BILL-03', 'BILL-04'], timeout: 600_000 },
    async () => {
      up = startApp()
      const parents = new Map<string, Parent>()
      for (let n = 0; n < families; n += 1) {
        const [customer, parent] = [`cus_family_${n}`, await addParent(database, { children: [] })]
        parents.set(customer, parent)
        stub.customers.set(customer, { email: parent.email, subscriptions: [] })
        await database.pool.query(
          `insert into billing_customer (id, provider, user_id) values ($1, 'stripe-test', $2)`,
          [customer, parent.userId],
        )
      }
      const customers = [...parents.keys()]
      // The customer of each event; the last event of every other family is a cancel.
      const coming = Array.from({ length: events }, (_, n) => customers[n % families] ?? '')
      const last = new Map(coming.map((customer, n) => [customer, n]))
      const underway: { body: string; signature: string }[] = []
      let next = 0
      let delivered = 0
      let refused = 0

      const worker = async () => {
        while (next < events || underway.length > 0) {
          if (next < events && (underway.length === 0 || below(2) === 0)) {
            const [customer, n] = [coming[next] ?? '', next]
            next += 1
            change(customer, last.get(customer) === n && customers.indexOf(customer) % 2 === 0)
            const event = signedEvent(customer)
            // Two in five are delivered more than once.
            underway.push(...Array(oneOf([1, 1, 1, 2, 3])).fill(event))
            continue
          }
          const [event] = underway.splice(below(underway.length), 1)
          if (!event) continue
          if (below(10) === 0) {
            const spoilt = oneOf([
              signedEvent(oneOf(customers), { timestamp: old() }),
              signedEvent(oneOf(customers), { secret: 'whsec_other' }),
              { ...event, body: event.body.replace('"active"', '"unpaid"') },
            ])
            expect(await deliver(spoilt)).toBe(400)
            refused += 1
          }
          expect(await deliver(event)).toBe(200)
          delivered += 1
          // The nightly check may run among them.
          if (delivered === Math.floor(events / 2)) await insertNightlyEvents(database.kysely, 'tonight')
          if (delivered % Math.ceil(events / (kills + 1)) === 0 && delivered < events) killApp()
        }
      }
      try {
        await Promise.all(Array.from({ length: 8 }, worker))
      } finally {
        // If one worker failed, the others must deliver nothing into the next round.
        next = events
        underway.length = 0
      }
      await up

      await vi.waitFor(
        async () => {
          const { rows } = await database.pool.query(
            `select count(*) filter (where id like 'evt%')::int as delivered,
              count(*) filter (where handled_at is null)::int as waiting from billing_event`,
          )
          expect(rows[0]).toEqual({ delivered: events, waiting: 0 })
        },
        { timeout: 120_000, interval: 50 },
      )
      const { rows } = await database.pool.query(
        'select id, status, benefits_end_at from billing_customer order by id',
      )
      expect(rows).toHaveLength(families)
      let premium = 0
      for (const { id, status, benefits_end_at } of rows) {
        const truth = stub.customers.get(id)?.subscriptions[0]
        const begins = truth?.status !== 'incomplete' && truth?.status !== 'incomplete_expired'
        const end = begins ? (truth?.ended_at ?? truth?.cancel_at ?? null) : null
        expect([id, status, benefits_end_at?.getTime() ?? null]).toEqual([
          id,
          truth?.status,
          end && end * 1000,
        ])
        const parent = parents.get(id)
        const isPremium = await isEntitled(database.kysely, parent?.caregiverId ?? '', new Date())
        expect(isPremium).toBe(isSubscribed(truth?.status ?? null))
        if (isPremium) premium += 1
      }
      report(
        'signed events, shuffled',
        `${events} events of ${families} families, ${delivered} deliveries, ${refused} refused, ${kills} kills; ` +
          `${premium} premium in the end, none after a cancel`,
      )
    },
  )
})
