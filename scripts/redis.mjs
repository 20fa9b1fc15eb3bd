// Plain JavaScript for whatever Node runs npm.
import { byHand, findProgram, installOf, succeeds, update } from './programs.mjs'

const install = installOf('redis-server')

/** The redis-server that is already here, or undefined. */
export function findRedis() {
  return findProgram(['redis-server'], 'REDIS_SERVER_PATH')
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
      // Nobody wants a server of the system's beside that of the tests.
      if (!findRedis()) succeeds(command, { errors: 'ignore', env: { RUNLEVEL: '1' } })
    }
  }
  const installed = findRedis()
  if (installed) return installed
  throw new Error(
    `No redis-server was found, which some tests need. Install it by hand:\n\n  ${byHand('redis-server')}\n`,
  )
}
