import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { messagesPlugin } from '../web/messages-plugin.ts'
import { contract } from './compile-messages.ts'

const folder = join(contract, 'src/messages/split/messages')

/** What a text is built into. */
async function built(text: string): Promise<string> {
  const input = join(folder, 'common_home.js')
  const planted = { name: 'planted', load: (id: string) => (id === input ? text : null) }
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [planted, messagesPlugin(folder)],
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  return output[0].code
}

const compiled = readFileSync(join(folder, 'common_home.js'), 'utf8')

test('a text chooses its language where all of them do', async () => {
  const code = await built(compiled)
  expect(code).toContain('chooseText(en_common_home, es_common_home)')
  expect(code).not.toContain('experimentalStaticLocale ??')
})

test('one that is compiled into another form fails the build, or each would choose by itself again', async () => {
  await expect(built(compiled.replace('options.locale ?? getLocale()', 'getLocale()'))).rejects.toThrow(
    /common_home\.js chooses its language in a way/,
  )
})
