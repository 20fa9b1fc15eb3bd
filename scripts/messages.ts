// Compiles the texts of contract/messages into functions: into a few files for Node, and into one file per text for the
// web app's build, which gives each page only the texts it shows.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
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
  // Processes that import them meanwhile find the old ones or the new ones.
  renameUnless('ENOENT', messagesFolder, join(draft, 'old'))
  rmSync(join(draft, 'old'), { recursive: true, force: true })
  renameUnless('ENOTEMPTY', draft, messagesFolder)
} finally {
  rmSync(draft, { recursive: true, force: true })
}

/** Ignored: another script started at the same time may have written the same texts. */
function renameUnless(code: 'ENOENT' | 'ENOTEMPTY', from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
