// Plain JavaScript for whatever Node runs npm.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that is here: the one that the variable of the environment names, or none but that. */
export function findProgram(names, variable) {
  const given = process.env[variable]
  if (given) return existsSync(given) ? given : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What apt-get is asked for a package; more packages and options may follow. */
export const update = ['apt-get', 'update', '-qq']
export const installOf = (...names) => [
  'apt-get',
  'install',
  '-y',
  '-qq',
  '--no-install-recommends',
  ...names,
]
export const byHand = (name) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${name}`

/** Its chatter says nothing to whoever wants to see test results; its errors do. */
export function succeeds([command, ...args], { errors = 'inherit', env = {} } = {}) {
  const { status } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdio: ['ignore', 'ignore', errors],
  })
  return status === 0
}
