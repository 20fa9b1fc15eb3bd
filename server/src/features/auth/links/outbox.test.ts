import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { resetDatabase } from '#test/database.ts'
import { readLetter } from '#test/outbox.ts'
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
      const text = await readLetter({ dataDir }, person.email)
      expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1)
      expect(text).toMatch(/Reset Password: http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}&id=/)
    } finally {
      await offline.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
