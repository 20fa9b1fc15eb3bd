// Plain JavaScript for whatever Node runs npm.
import { byHand, findProgram, installOf, isExecutable, succeeds, update } from './programs.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const install = installOf('chromium')
const soon = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0']
const shell = installOf('chromium-headless-shell', ...soon)

/** The browser that is already here, or undefined. */
export function findChromium() {
  return findProgram(names, 'CHROMIUM_PATH')
}

/**
 * The same browser without its windows, which draws most pages in three quarters of the time; undefined where there
 * is none, and the whole browser does it all.
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined
  return ['/usr/lib/chromium/chromium-headless-shell'].find(isExecutable)
}

/** Installs Debian's where there is none. @throws Error whose message says what to type instead. */
export function ensureChromium() {
  const found = findChromium()
  if (found) {
    // Only for speed: without it, and without the right to install it, all goes as well.
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

/** Lists that are missing, or name a release that is gone, are fetched anew for it. */
function installShell() {
  const quietly = { errors: 'ignore' }
  if (!succeeds(shell, quietly) && succeeds([...update, ...soon], quietly)) succeeds(shell, quietly)
}
