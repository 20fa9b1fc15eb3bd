// Plain JavaScript for whatever Node runs npm.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const update = ['apt-get', 'update', '-qq']
const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server']
const byHand = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends redis-server'

/** The redis-server that is already here, or undefined. */
export function findRedis() {
  const given = process.env.REDIS_SERVER_PATH
  if (given) return existsSync(given) ? given : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(Boolean)
  return folders.map((folder) => join(folder, 'redis-server')).find(isExecutable)
}

/** Installs Debian's where there is none. @throws Error whose message says what to type instead. */
export function ensureRedis() {
  const found = findRedis()
  if (found) return found
  if (process.env.REDIS_SERVER_PATH) {
    throw new Error(`REDIS_SERVER_PATH names no file: ${process.env.REDIS_SERVER_PATH}`)
  }
  if (process.getuid?.() === 0) {
    console.log('Installing Redis for the tests (apt-get) …')
    for (const command of [install, update, install]) {
      if (!findRedis()) run(command)
    }
  }
  const installed = findRedis()
  if (installed) return installed
  throw new Error(`No redis-server was found, which some tests need. Install it by hand:\n\n  ${byHand}\n`)
}

function run([command, ...args]) {
  // Nobody wants a server of the system's beside that of the tests.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'ignore'] })
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
