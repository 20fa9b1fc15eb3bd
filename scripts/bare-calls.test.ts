import { join } from 'node:path'
import { m } from '@tagalong/contract/messages.ts'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { bareCallsPlugin } from '../web/bare-calls-plugin.ts'

const web = join(import.meta.dirname, '../web')
const auth = '@tagalong/contract/features/auth/auth.contract.ts'

/** Builds a file of the app with this text, and returns its chunk. */
async function built(text: string): Promise<Rolldown.OutputChunk> {
  const input = join(web, 'src/planted.ts')
  const planted = { name: 'planted', load: (id: string) => (id === input ? text : null) }
  const { output } = (await build({
    configFile: false,
    root: web,
    logLevel: 'silent',
    plugins: [{ ...planted, resolveId: (id: string) => (id === input ? id : null) }, bareCallsPlugin],
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  return output[0]
}

test('a call without a body is built as its address, without a library', async () => {
  const { code, moduleIds } = await built(
    `import { type SessionUser, whoami as asked } from '${auth}'\nexport const call: unknown = asked as SessionUser`,
  )
  expect(code).toContain('/whoami')
  expect(moduleIds.filter((id) => id.includes('zod'))).toEqual([])
})

test('a call with a body keeps the schema that its form needs', async () => {
  const { code, moduleIds } = await built(
    `import { login, whoami } from '${auth}'\nexport const calls = [login.body, whoami.path]`,
  )
  expect(code).toContain('/whoami')
  expect(code).toContain(m.prompt_auth_email_missing())
  expect(moduleIds.some((id) => id.includes('zod'))).toBe(true)
})
