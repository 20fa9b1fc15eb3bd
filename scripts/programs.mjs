// Plain JavaScript for whatever Node runs npm.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The first of these programs that is here: the one that the variable of the environment names, or none but that.
 * @param folder where it lies, if that is no folder of PATH
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
  // Debian has it beside other versions, so it lies on no path.
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

/** The tool that is already here, or undefined. */
export function findTool(name) {
  const { program, variable, folder } = tools[name]
  return findProgram([program], variable, folder)
}

/** Debian's, which is installed where there is none. @throws Error whose message says what to type instead. */
export function ensureTool(name) {
  const { program, debian, variable } = tools[name]
  const find = () => findTool(name)
  if (find()) return find()
  if (process.env[variable]) throw new Error(`${variable} names no file: ${process.env[variable]}`)
  if (process.getuid?.() === 0) {
    console.log(`Installing ${program} for the tests (apt-get) …`)
    const install = installOf(debian)
    for (const command of [install, update, install]) {
      // Nobody wants a server of the system's beside that of the tests.
      if (!find()) succeeds(command, { errors: 'ignore', env: { RUNLEVEL: '1' } })
    }
  }
  if (find()) return find()
  throw new Error(
    `No ${program} was found, which some tests need. Install it by hand:\n\n  ${byHand(debian)}\n`,
  )
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
