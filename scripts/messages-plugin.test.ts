import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { messagesPlugin } from '../web/messages-plugin.ts'

const web = join(import.meta.dirname, '../web')
const texts = resolve(web, '../contract/src/messages/split/messages')
const file = (name: string) => join(web, `src/${name}.ts`)
const shows = (what: string) =>
  `import { m } from '@tagalong/contract/messages.ts'\nexport const text: unknown = ${what}`

/** Builds planted files of the app, each as a page of its own, and returns the chunks. */
async function built(files: Record<string, string>, folder = texts): Promise<Rolldown.OutputChunk[]> {
  const planted = new Map(Object.entries(files).map(([name, code]) => [file(name), code]))
  const { output } = (await build({
    configFile: false,
    root: web,
    logLevel: 'silent',
    plugins: [
      {
        name: 'planted',
        resolveId: (id) => (planted.has(id) ? id : null),
        load: (id) => planted.get(id) ?? null,
      },
      messagesPlugin(folder),
    ],
    resolve: { conditions: ['split'] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: [...planted.keys()], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  return output.filter((each) => each.type === 'chunk')
}

test('a text is in each script that shows it, in both languages, and in no script of its own', async () => {
  const chunks = await built({
    one: shows('[m.common_again(), m.common_home()]'),
    two: shows('m.common_again'),
    three: shows('m.common_home'),
  })
  const showing = (words: string) => chunks.filter(({ code }) => code.includes(words)).map(({ name }) => name)
  expect(showing('Try again').toSorted()).toEqual(['one', 'two'])
  expect(showing('Reintentar').toSorted()).toEqual(['one', 'two'])
  expect(showing('Inicio').toSorted()).toEqual(['one', 'three'])
  // The fourth chunk is what they share: how the language is chosen.
  expect(chunks).toHaveLength(4)
})

test('a built text and its parts use the current language, or the one that is asked for', async () => {
  const [chunk] = await built({
    one: `import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
      ${shows('[m.common_again, m.auth_have_account, readLanguageFrom]')}`,
  })
  const { text } = await import(`data:text/javascript,${encodeURIComponent(chunk?.code ?? '')}`)
  const [plain, marked, readLanguageFrom] = text
  expect([plain(), plain({}, { locale: 'es' })]).toEqual(['Try again', 'Reintentar'])
  readLanguageFrom(() => 'es')
  expect([plain(), plain({}, { locale: 'en' })]).toEqual(['Reintentar', 'Try again'])
  expect(marked()).toBe('¿Ya tienes cuenta? Entrar')
  expect(marked.parts()[0]).toEqual({ type: 'text', value: '¿Ya tienes cuenta? ' })
  expect(marked.parts({}, { locale: 'en' })[0]).toEqual({ type: 'text', value: 'Already with us? ' })
})

test('a text that is compiled into another form fails the build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-messages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const compiled = readFileSync(join(texts, 'common_home.js'), 'utf8')
  writeFileSync(
    join(folder, 'common_home.js'),
    compiled.replace('options.locale ?? getLocale()', 'getLocale()'),
  )
  await expect(built({ one: shows('m.common_home') }, folder)).rejects.toThrow(
    /common_home\.js chooses its language in a way/,
  )
})
