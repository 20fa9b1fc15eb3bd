// Plain JavaScript for whatever Node runs npm.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const update = ['apt-get', 'update', '-qq']
const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium']
const shell = [...install.slice(0, -1), '-o', 'Acquire::http::Timeout=20', 'chromium-headless-shell']

/** The browser that is already here, or undefined. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
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
    if (!process.env.CHROMIUM_PATH && !findHeadlessShell() && process.getuid?.() === 0)
      succeeds(shell, 'ignore')
    return found
  }
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  if (process.getuid?.() !== 0)
    throw new Error(`No Chromium was found. Install it, then run this again:\n\n  ${forHand}\n`)
  console.log('Installing Chromium (apt-get), which takes a minute the first time …')
  const failed = [update, install].find((command) => !succeeds(command))
  const installed = findChromium()
  if (installed) {
    succeeds(shell, 'ignore')
    return installed
  }
  throw new Error(
    `No Chromium was found${failed ? `, and ${failed.join(' ')} failed` : ''}. Install it by hand:\n\n  ${forHand}\n`,
  )
}

const forHand = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium'

function succeeds([command, ...args], errors = 'inherit') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Its chatter says nothing to whoever wants to see test results; its errors do.
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', errors] })
  return status === 0
}
