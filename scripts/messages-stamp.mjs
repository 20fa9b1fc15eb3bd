// Tells whether the texts are compiled in their present state. Plain JavaScript, for whichever Node runs npm.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const contract = join(root, 'contract')

/** The folder of the compiled texts. */
export const messagesFolder = join(contract, 'src/messages')
/** A file in that folder with the fingerprint of its sources. */
export const messagesStamp = '.made-from'

export function messagesAreCompiled() {
  const stamp = join(messagesFolder, messagesStamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === messagesFingerprint()
}

/** Returns a hash of everything that affects the compiled texts. */
export function messagesFingerprint() {
  const files = [
    ...readdirSync(join(contract, 'messages')).map((name) => join(contract, 'messages', name)),
    join(contract, 'project.inlang/settings.json'),
    join(root, 'scripts/compile-messages.ts'),
    join(root, 'node_modules/@inlang/paraglide-js/package.json'),
    join(root, 'node_modules/@inlang/plugin-message-format/package.json'),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
