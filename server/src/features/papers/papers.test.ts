import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { listConsents } from '@tagalong/contract/features/papers/papers.contract.ts'
import {
  comingVersions,
  currentVersion,
  newestVersion,
  papers,
  versionsOf,
} from '@tagalong/contract/features/papers/papers.rules.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { resetDatabase, testDatabase } from '#test/database.ts'
import { addParent, addPerson } from '#test/world.ts'

const first = newestVersion('terms')
const day = 86_400_000
const dayAhead = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
// At least 14 days ahead are required, and midnight may pass before the start.
const PAPERS_NEXT = dayAhead(15)

const apps: TestApp[] = []
async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp(env)
  apps.push(app)
  return app
}
beforeEach(resetDatabase)
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** Mails of all started apps to that address. */
async function lettersTo(email: string): Promise<string[]> {
  const letters: string[] = []
  for (const { dataDir } of apps) {
    const folder = join(dataDir, 'outbox')
    for (const name of await readdir(folder).catch(() => [])) {
      const letter = await readFile(join(folder, name), 'utf8')
      if (letter.includes(`To: ${email}`)) letters.push(letter)
    }
  }
  return letters
}

/** Waits until nothing is left to announce. */
function announced({ database }: TestApp): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select name from pgboss.job where name in ('announce-papers', 'mail-papers') and state < 'completed'`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000 },
  )
}

async function titles(t: TestApp, as: Tokens): Promise<string[]> {
  return (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
}

describe('papers', () => {
  test('a new user agrees to the versions of that day', { tags: ['SAFE-90'] }, async () => {
    const t = await start()
    const password = 'Playdate1!'
    const body = { email: 'petra@example.org', password, confirmPassword: password, queryParams: [] }
    const { token } = (await t.call(register, { body: { ...body, tos: true, privacy: true } })).body.data
    const { data } = (await t.call(listConsents, {}, { as: token })).body
    expect(data.map(({ paper, version }) => [paper, version])).toEqual([
      ['terms', first],
      ['privacy', first],
    ])
    expect(Date.now() - Date.parse(data[0]?.acceptedAt ?? '')).toBeLessThan(60_000)
    // Not another user's.
    expect((await t.call(listConsents, {}, { as: await addParent(t.database) })).body.data).toEqual([])
  })

  test('each user is mailed and notified of a coming version once, however often processes start', {
    tags: ['SAFE-90'],
  }, async () => {
    const database = await testDatabase()
    const [anna, maria] = [await addParent(database), await addParent(database)]
    const admin = await addPerson(database, { isAdmin: true })
    await database.pool.query(`update app_user set language = 'es' where id = $1`, [maria.userId])
    // Two processes at once, and one later.
    const [t] = await Promise.all([start({ PAPERS_NEXT }), start({ PAPERS_NEXT })])
    await announced(t)
    await announced(await start({ PAPERS_NEXT }))
    for (const each of [anna, maria, admin]) {
      const { rows } = await t.database.pool.query(
        `select count(*)::int as n from notification where message = 'papers.change' and user_id = $1`,
        [each.userId],
      )
      expect([rows, (await lettersTo(each.email)).length]).toEqual([[{ n: 1 }], 1])
    }
    expect((await lettersTo(anna.email))[0]).toContain('Nothing changes.')
    expect((await lettersTo(maria.email))[0]).toContain('Nada cambia.')
    expect((await titles(t, anna))[0]).toMatch(/^Our terms or privacy policy change on \d\d\/\d\d\/\d{4}$/)
    // A version that doesn't count yet isn't listed.
    expect((await t.call(listConsents, {}, { as: anna })).body.data).toEqual([])
    t.clock.shift(15 * day)
    const { data } = (await t.call(listConsents, {}, { as: anna })).body
    expect(data.map(({ paper, version }) => [paper, version])).toEqual([
      ['terms', PAPERS_NEXT],
      ['privacy', PAPERS_NEXT],
    ])
  })

  test('a version applies from its day on, and is announced until then', { tags: ['SAFE-90'] }, () => {
    expect(currentVersion('terms', '2026-11-01')).toBe(first)
    expect(currentVersion('terms', '2027-03-01', '2027-02-01')).toBe('2027-02-01')
    expect(currentVersion('terms', '2027-01-31', '2027-02-01')).toBe(first)
    expect([...comingVersions('2027-01-31', '2027-02-01').keys()]).toEqual(['2027-02-01'])
    expect(comingVersions('2027-02-01', '2027-02-01').size).toBe(0)
  })

  test('each version is later than the one before, and each change has one to five lines', () => {
    for (const paper of papers) {
      const all = versionsOf(paper)
      expect(all.map(({ day }) => day)).toEqual([...new Set(all.map(({ day }) => day))].sort())
      for (const { changes } of all.slice(1)) {
        expect(changes.length).toBeGreaterThan(0)
        expect(changes.length).toBeLessThanOrEqual(5)
      }
    }
  })

  test.each([13, 0, -1])(
    'PAPERS_NEXT %i days ahead is refused at the start',
    { tags: ['SAFE-90'] },
    async (days) => {
      const refused = start({ PAPERS_NEXT: dayAhead(days) })
      await expect(refused).rejects.toThrow('PAPERS_NEXT must be 14 days ahead or more.')
    },
  )

  test('PAPERS_NEXT is refused with strict safety', { tags: ['SAFE-90'] }, async () => {
    await expect(start({ PAPERS_NEXT, SAFETY: 'strict' })).rejects.toThrow('SAFETY must be relaxed')
  })
})
