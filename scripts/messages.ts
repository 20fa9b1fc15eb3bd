// Compiles the texts of contract/messages into functions: in a few files for Node, and one file per text for the web
// app's build, which brings to each page those that it shows.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { differencesOf, type Texts } from './check/messages.ts'
import { makeDraftFolder } from './draft-folder.ts'
import { messagesFingerprint, messagesFolder, messagesStamp } from './messages-stamp.mjs'

const contract = fileURLToPath(new URL('../contract', import.meta.url))

const english = read('en')
const differences = differencesOf(english, read('es'))
for (const each of differences) console.error(each)
if (differences.length > 0) process.exit(1)

const draft = makeDraftFolder(join(contract, 'src'))
try {
  for (const [folder, outputStructure] of [
    ['whole', 'locale-modules'],
    ['split', 'message-modules'],
  ] as const) {
    await compile({
      project: join(contract, 'project.inlang'),
      outdir: join(draft, folder),
      outputStructure,
      // The app says which language it is: see contract/src/messages.ts.
      strategy: ['globalVariable', 'baseLocale'],
      emitTsDeclarations: folder === 'whole',
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
      includeEslintDisableComment: false,
      disableAsyncLocalStorage: true,
    })
  }
  // A project whose plugin can't be loaded compiles to nothing, without a word.
  const [first] = Object.keys(english).filter((key) => key !== '$schema')
  const made = readFileSync(join(draft, 'whole/messages/_index.js'), 'utf8')
  if (!first || !made.includes(first)) throw new Error('No text was compiled.')
  writeFileSync(join(draft, messagesStamp), messagesFingerprint())
  if (existsSync(messagesFolder)) renameSync(messagesFolder, join(draft, 'old'))
  rmSync(join(draft, 'old'), { recursive: true, force: true })
  renameSync(draft, messagesFolder)
} finally {
  rmSync(draft, { recursive: true, force: true })
}

function read(language: string): Texts {
  const names = readdirSync(join(contract, 'messages')).filter((name) => name.endsWith(`${language}.json`))
  const files = names.map(
    (name) => JSON.parse(readFileSync(join(contract, 'messages', name), 'utf8')) as Texts,
  )
  return Object.assign({}, ...files)
}
