// Compiles the texts of contract/messages into functions: in a few files for Node, and one file per text for the web
// app's build, which brings to each page those that it shows.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { differencesOf } from './check/messages.ts'
import { compileMessages, contract, readTexts } from './compile-messages.ts'
import { makeDraftFolder } from './draft-folder.ts'
import { messagesFingerprint, messagesFolder, messagesStamp } from './messages-stamp.mjs'

const differences = differencesOf(readTexts('en'), readTexts('es'))
for (const each of differences) console.error(each)
if (differences.length > 0) process.exit(1)

const draft = makeDraftFolder(join(contract, 'src'))
try {
  for (const form of ['whole', 'split'] as const)
    await compileMessages(join(contract, 'project.inlang'), join(draft, form), form)
  writeFileSync(join(draft, messagesStamp), messagesFingerprint())
  // Whoever reads them meanwhile finds the old ones or the new ones.
  if (existsSync(messagesFolder)) renameSync(messagesFolder, join(draft, 'old'))
  rmSync(join(draft, 'old'), { recursive: true, force: true })
  renameSync(draft, messagesFolder)
} finally {
  rmSync(draft, { recursive: true, force: true })
}
