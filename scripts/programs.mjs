// Plain JavaScript, for whichever Node runs npm.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the first of these programs that is installed. If the environment variable is set, only the program it names.
 * @param folder where to look, if that folder isn't in PATH
 */
export function findProgram(names, variable, folder) {
  const given = process.env[variable]
  if (given) return existsSync(given) ? given : undefined
  const usual = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/usr/sbin']
  const folders = folder ? [folder] : usual.filter(Boolean)
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

const tools = {
  buildah: { program: 'buildah', debian: 'buildah', variable: 'BUILDAH_PATH' },
  caddy: { program: 'caddy', debian: 'caddy', variable: 'CADDY_PATH' },
  mmdebstrap: { program: 'mmdebstrap', debian: 'mmdebstrap', variable: 'MMDEBSTRAP_PATH' },
  redis: { program: 'redis-server', debian: 'redis-server', variable: 'REDIS_SERVER_PATH' },
  promtool: { program: 'promtool', debian: 'prometheus', variable: 'PROMTOOL_PATH' },
  systemdAnalyze: { program: 'systemd-analyze', debian: 'systemd', variable: 'SYSTEMD_ANALYZE_PATH' },
  haproxy: { program: 'haproxy', debian: 'haproxy', variable: 'HAPROXY_PATH' },
  etcd: { program: 'etcd', debian: 'etcd-server', variable: 'ETCD_PATH' },
  patroni: { program: 'patroni', debian: 'patroni', variable: 'PATRONI_PATH' },
  // Debian installs it beside other versions, outside PATH.
  postgres15: {
    program: 'postgres',
    debian: 'postgresql-15',
    variable: 'POSTGRES_15_PATH',
    folder: '/usr/lib/postgresql/15/bin',
  },
  firefox: { program: 'firefox-esr', debian: 'firefox-esr', variable: 'FIREFOX_PATH' },
  webkitDriver: {
    program: 'WebKitWebDriver',
    debian: 'webkit2gtk-driver',
    variable: 'WEBKIT_DRIVER_PATH',
  },
  xvfb: { program: 'Xvfb', debian: 'xvfb', variable: 'XVFB_PATH' },
}

/** Returns the installed tool, or undefined. */
export function findTool(name) {
  const { program, variable, folder } = tools[name]
  return findProgram([program], variable, folder)
}

/** Installs Debian's tool if there is none. @throws Error with the command to type instead */
export function ensureTool(name) {
  const { program, debian, variable } = tools[name]
  const find = () => findTool(name)
  if (find()) return find()
  if (process.env[variable]) throw new Error(`${variable} names no file: ${process.env[variable]}`)
  if (process.getuid?.() === 0) {
    console.log(`Installing ${program} for the tests (apt-get) …`)
    const install = installOf(debian)
    for (const command of [install, update, install]) {
      // Keeps the package from starting a system server beside the tests' own.
      if (!find()) succeeds(command, { errors: 'ignore', env: { RUNLEVEL: '1' } })
    }
  }
  if (find()) return find()
  throw new Error(
    `No ${program} was found, which some tests need. Install it by hand:\n\n  ${byHand(debian)}\n`,
  )
}

/** apt-get commands to install packages; further packages and options may be added. */
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

/**
 * Runs the command and returns whether it succeeded. Hides its output, which doesn't matter to test results, but not
 * its errors.
 */
export function succeeds([command, ...args], { errors = 'inherit', env = {} } = {}) {
  const { status } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdio: ['ignore', 'ignore', errors],
  })
  return status === 0
}
