import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { resetDatabase } from '#test/database.ts'
import { addPerson } from '#test/world.ts'

describe('without an SMTP server', () => {
  test('a mail is written to a readable file', { tags: ['AUTH-07'] }, async () => {
    const dataDir = join(tmpdir(), `tagalong-outbox-${process.pid}`)
    // Before the app starts, since it would work off the jobs that earlier files left.
    await resetDatabase()
    const offline = await testApp({ DATA_DIR: dataDir })
    try {
      const person = await addPerson(offline.database)
      await offline.call(requestToken, { body: { email: person.email, confirmEmail: person.email } })
      const folder = join(dataDir, 'outbox')
      const [name = ''] = await vi.waitFor(
        async () => {
          const names = await readdir(folder)
          expect(names).toHaveLength(1)
          return names
        },
        { timeout: 10_000 },
      )
      const text = await readFile(join(folder, name), 'utf8')
      expect(text).toContain(`To: ${person.email}`)
      expect(text).toMatch(/Reset Password: http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}&id=/)
    } finally {
      await offline.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
