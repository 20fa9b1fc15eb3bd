// Plain JavaScript, for whichever Node runs npm.
import { byHand, findProgram, installOf, isExecutable, succeeds, update } from './programs.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const install = installOf('chromium')
const soon = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0']
const shell = installOf('chromium-headless-shell', ...soon)

/** Returns the installed browser, or undefined. */
export function findChromium() {
  return findProgram(names, 'CHROMIUM_PATH')
}

/**
 * Returns the same browser without windows, which renders most pages in three quarters of the time. Undefined if it
 * isn't installed; the full browser is used then.
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined
  return ['/usr/lib/chromium/chromium-headless-shell'].find(isExecutable)
}

/** Installs Debian's browser if there is none. @throws Error with the command to type instead */
export function ensureChromium() {
  const found = findChromium()
  if (found) {
    // Only for speed: everything works without it.
    if (!process.env.CHROMIUM_PATH && !findHeadlessShell() && process.getuid?.() === 0) installShell()
    return found
  }
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  if (process.getuid?.() !== 0)
    throw new Error(`No Chromium was found. Install it, then run this again:\n\n  ${byHand('chromium')}\n`)
  console.log('Installing Chromium (apt-get), which takes a minute the first time …')
  const failed = [update, install].find((command) => !succeeds(command))
  const installed = findChromium()
  if (installed) {
    succeeds(shell, { errors: 'ignore' })
    return installed
  }
  throw new Error(
    `No Chromium was found${failed ? `, and ${failed.join(' ')} failed` : ''}. Install it by hand:\n\n  ${byHand('chromium')}\n`,
  )
}

/** Installs the headless shell. Updates the package lists first if they are missing or outdated. */
function installShell() {
  const quietly = { errors: 'ignore' }
  if (!succeeds(shell, quietly) && succeeds([...update, ...soon], quietly)) succeeds(shell, quietly)
}
