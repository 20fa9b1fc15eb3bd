// Plain JavaScript, for whichever Node runs npm: it must work before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** The Node 24 pinned by the lock file, whichever Node runs npm. */
export const pinnedNode = join(root, 'node_modules/node/bin/node')

const lockFile = join(root, 'package-lock.json')
const installedLock = join(root, 'node_modules/.package-lock.json')
const stamp = join(root, 'node_modules/.installed-from')

/** Makes node_modules match package-lock.json. Silent and fast if it does already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  const release = await takeTurn()
  try {
    // The process that had the turn before may have installed everything.
    if (!isInstalled()) await install()
  } finally {
    release()
  }
}

/** True if node_modules matches package-lock.json. */
export function isInstalled() {
  if (!existsSync(installedLock) || !existsSync(pinnedNode)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true
  // A manual `npm install` writes the lock file first, then the list of installed packages.
  if (statSync(installedLock).mtimeMs < statSync(lockFile).mtimeMs) return false
  writeFileSync(stamp, fingerprint())
  return true
}

function fingerprint() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

async function install() {
  console.log('Installing packages, which takes a minute the first time …')
  // Not `npm ci`, which deletes all installed packages first. This also installs the locked versions, and changes no
  // file.
  const code = await npm([
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code === 0 && !existsSync(pinnedNode)) {
    throw new InstallError(
      'The package `node` brought no binary. Were install scripts switched off (ignore-scripts)?',
    )
  }
  if (code !== 0) throw new InstallError(`npm install ended with exit code ${code}.`)
  writeFileSync(stamp, fingerprint())
}

/** An error whose message needs no stack. */
export class InstallError extends Error {}

function npm(args) {
  // The Node in node_modules is about to be replaced, so npm must not run on it.
  const bin = join(root, 'node_modules/.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
  const env = { ...process.env, PATH: path.join(delimiter) }
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      if (signal) process.kill(process.pid, signal)
      resolve(code ?? 1)
    })
  })
}

/**
 * Makes sure that two commands started at once on a bare clone don't both install. A listening socket is taken
 * atomically and freed by the kernel when its process dies, so a kill leaves nothing to clean up.
 */
async function takeTurn() {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const abstract = process.platform === 'linux'
  const path = abstract ? `\0tagalong-install-${key}` : join(tmpdir(), `tagalong-install-${key}.sock`)
  for (let isFirst = true; ; isFirst = false) {
    const release = await listen(path)
    if (release) return release
    if (isFirst) console.log('Waiting for another command that is installing packages here …')
    const gone = await untilClosed(path)
    if (gone && !abstract) unlinkSync(path)
  }
}

/** Resolves to a function that stops listening, or to undefined if another process listens. */
function listen(path) {
  return new Promise((resolve, reject) => {
    const waiting = new Set()
    const server = createServer((socket) => waiting.add(socket.on('error', () => {}).unref()))
    const release = () => {
      server.close()
      for (const socket of waiting) socket.destroy()
    }
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => resolve(release))
    server.unref()
  })
}

/** Resolves when the listening process has ended: to true if there was none. */
function untilClosed(path) {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => socket.once('close', () => resolve(false)).resume())
    socket.once('error', () => setTimeout(resolve, 100, true))
  })
}
