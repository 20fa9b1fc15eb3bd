import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { deliver } from '#features/notifications/deliver.service.ts'
import { startQueue } from '#jobs/queue.ts'
import type { TestApp } from './app.ts'
import { testDatabaseUrl } from './database.ts'
import type { FakePush, Pushed } from './fake-push.ts'
import type { Parent, Person } from './world.ts'

export interface Delivery {
  /** Resolves once everything that is due, or that waited for nothing, has left. */
  settled(): Promise<void>
  /** The same, after making all that is held due and ending everybody's quiet hours. */
  later(): Promise<void>
  /** Moves everybody to a zone of `zoneBeforeMail`. */
  moveBeforeMail(): Promise<void>
  /** Adds a device for them, with their name. */
  addDevice(person: Parent): Promise<void>
  pushesTo(person: Parent): string[]
  /** Returns the whole letters, oldest first. */
  lettersTo(person: Person): Promise<string[]>
  dueOf(person: Person): Promise<DueRow[]>
  reset(): Promise<void>
  close(): Promise<void>
}

/** Returns a zone where the day's mail, which leaves at 6 p.m., isn't due within six hours. */
export function zoneBeforeMail(): string {
  return new Date().getUTCHours() < 12 ? 'Africa/Abidjan' : 'Asia/Tokyo'
}

interface DueRow {
  message: string
  created_at: Date
  push_due_at: Date | null
  mail_due_at: Date | null
  starts_at: Date | null
}

/** Watches what is held in that app, and what has left it. */
export async function watchDelivery(t: TestApp, push: FakePush): Promise<Delivery> {
  const { pool, kysely: db } = t.database
  const queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
  const outbox = join(t.dataDir, 'outbox')

  async function settled(): Promise<void> {
    await deliver({}, { db, queue })
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          `select name from pgboss.job
           where (name in ('deliver', 'mail-now', 'mail-notices') or name like 'push-%') and state < 'completed'`,
        )
        if (rows.length > 0) throw new Error(`${rows.map(({ name }) => name).join()} are not done yet`)
      },
      { timeout: 20_000 },
    )
  }

  return {
    settled,
    async later() {
      await pool.query(`update notification set
        push_due_at = push_due_at - interval '2 days', mail_due_at = mail_due_at - interval '2 days'`)
      await pool.query('update app_user set quiet_from = null, quiet_to = null')
      await settled()
    },
    async moveBeforeMail() {
      await pool.query('update caregiver set time_zone = $1', [zoneBeforeMail()])
    },
    async addDevice(person) {
      await t.call(subscribe, { body: { subscription: push.device(person.name) } }, { as: person })
    },
    pushesTo: ({ name }) => titlesOf(push.received.filter(({ device }) => device === name)),
    async lettersTo({ email }) {
      const names = await readdir(outbox).catch(() => [])
      const letters = await Promise.all(names.toSorted().map((name) => readFile(join(outbox, name), 'utf8')))
      return letters.filter((letter) => letter.includes(`To: ${email}`))
    },
    async dueOf({ userId }) {
      const { rows } = await pool.query<DueRow>(
        `select message, created_at, push_due_at, mail_due_at, starts_at from notification
         where user_id = $1 order by created_at, id`,
        [userId],
      )
      return rows
    },
    async reset() {
      push.received.length = 0
      await rm(outbox, { recursive: true, force: true })
    },
    close: () => queue.close(),
  }
}

function titlesOf(pushed: readonly Pushed[]): string[] {
  return pushed.map(({ message }) => message.title)
}
