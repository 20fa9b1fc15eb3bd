import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { vi } from 'vitest'
import { rootFolder } from '#env.ts'
import { ensureTool } from '../../../scripts/programs.mjs'
import { isRunning } from '../runtime/processes.ts'
import type { Wire } from './wire.ts'

/** One of the three: etcd, Patroni and PostgreSQL as processes that live and die together. */
export interface Machine {
  readonly name: string
  readonly ports: Ports
  /** Starts those of its processes that aren't running. */
  start(): void
  /** Kills all of it at once, as when the power fails. */
  kill(): Promise<void>
  /** Stops it as when a machine is shut down: Patroni stops PostgreSQL and gives up the lead, then etcd ends. */
  stop(): Promise<void>
  /** Suspends all of its processes. */
  freeze(): void
  thaw(): void
  /** Kills PostgreSQL alone. */
  killPostgres(): void
  /** Kills Patroni alone: PostgreSQL goes on, and nothing watches over it. */
  killPatroni(): void
  /** Cuts its Patroni off from etcd, its own included. */
  cut(): void
  /** Cuts it off from etcd, and the other machines off from its PostgreSQL and Patroni, though clients reach it. */
  isolate(): void
  mend(): void
  /** Returns the process id of its PostgreSQL; undefined if none runs. */
  postmaster(): number | undefined
}

export interface Ports {
  readonly postgres: number
  readonly patroni: number
  readonly etcd: number
  readonly etcdPeer: number
}

export const passwords = { postgres: 'of-postgres', replicator: 'of-replicator', patroni: 'of-patroni' }

const deploy = join(rootFolder, 'deploy/cluster')
/** Reads a file that an operator fills in. */
export const settingsOf = (file: string) => parseEnv(readFileSync(join(deploy, file), 'utf8'))
const configuration = join(deploy, 'patroni.yaml')

const isRoot = process.getuid?.() === 0
/** PostgreSQL and Patroni refuse to run as root. */
export const runAs = isRoot ? 'postgres' : userInfo().username
const asPostgres = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []

/** Starts a program that ends when we end, however that happens. */
export function launch(
  program: string,
  args: readonly string[],
  { folder, log, env }: { folder: string; log: string; env: Record<string, string | undefined> },
): ChildProcess {
  const file = openSync(log, 'a')
  try {
    return spawn('setpriv', ['--pdeathsig=TERM', ...asPostgres, program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', file, file],
    })
  } finally {
    closeSync(file)
  }
}

interface Place {
  parent: string
  ports: Ports
  /** All machines' etcd, as each of them is configured. */
  peers: string
  /** Connect its Patroni to the etcd of each machine. */
  wires: readonly Wire[]
  /** Connect the other machines to its PostgreSQL and its Patroni. */
  fronts: { postgres: Wire; patroni: Wire }
}

export function makeMachine(name: string, { parent, ports, peers, wires, fronts }: Place): Machine {
  const folder = join(parent, name)
  const data = join(folder, 'postgres')
  mkdirSync(folder)
  give(folder)
  const at = (port: number) => `127.0.0.1:${port}`
  const basics = { HOME: folder, LC_ALL: 'C.UTF-8' }
  const etcdSettings = {
    ...settingsOf('etcd.env'),
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_PEER_URLS: `http://${at(ports.etcdPeer)}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${at(ports.etcdPeer)}`,
    ETCD_LISTEN_CLIENT_URLS: `http://${at(ports.etcd)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${at(ports.etcd)}`,
    ETCD_INITIAL_CLUSTER: peers,
  }
  const patroniSettings = {
    ...settingsOf('patroni.env'),
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: at(ports.patroni),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(fronts.patroni.port),
    PATRONI_RESTAPI_PASSWORD: passwords.patroni,
    PATRONI_ETCD_HOSTS: wires.map(({ port }) => at(port)).join(','),
    // Otherwise it would ask etcd for the addresses, and bypass the wires.
    PATRONI_ETCD_USE_PROXIES: 'true',
    PATRONI_POSTGRESQL_LISTEN: at(ports.postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(fronts.postgres.port),
    PATRONI_POSTGRESQL_BIN_DIR: dirname(ensureTool('postgres15')),
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: passwords.postgres,
    PATRONI_REPLICATION_PASSWORD: passwords.replicator,
  }
  const etcd = program(ensureTool('etcd'), [], { ...basics, ...etcdSettings })
  const patroni = program(ensureTool('patroni'), [configuration], { ...basics, ...patroniSettings })

  function program(path: string, args: string[], env: Record<string, string | undefined>) {
    let child: ChildProcess | undefined
    const alive = () => child !== undefined && child.exitCode === null && child.signalCode === null
    return {
      pids: () => (alive() && child?.pid ? [child.pid] : []),
      start() {
        if (alive()) return
        child = launch(path, args, { folder, env, log: join(folder, 'log') })
      },
      async end(signal: NodeJS.Signals) {
        if (!child || !alive()) return
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
      },
    }
  }

  function postmaster(): number | undefined {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      // After a kill, the process in the file is gone, or its number belongs to another one by now.
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
    } catch {
      return undefined
    }
  }
  const ofPostgres = () => withChildren([postmaster()].filter((pid) => pid !== undefined))
  const all = () => [...withChildren(patroni.pids()), ...ofPostgres(), ...etcd.pids()]
  const send = (pids: readonly number[], signal: NodeJS.Signals) => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, signal)
  }

  function cut(): void {
    for (const wire of wires) wire.cut()
  }

  return {
    name,
    ports,
    postmaster,
    start() {
      etcd.start()
      patroni.start()
    },
    async kill() {
      const pids = all()
      send(pids, 'SIGKILL')
      await vi.waitFor(
        () => {
          if (pids.some(isRunning) || all().length > 0) throw new Error(`${name} still runs`)
        },
        { timeout: 10_000, interval: 10 },
      )
    },
    async stop() {
      await patroni.end('SIGTERM')
      await etcd.end('SIGTERM')
    },
    freeze: () => send(all(), 'SIGSTOP'),
    thaw: () => send(all(), 'SIGCONT'),
    killPostgres: () =>
      send(
        [postmaster()].filter((pid) => pid !== undefined),
        'SIGKILL',
      ),
    killPatroni: () => send(patroni.pids(), 'SIGKILL'),
    cut,
    isolate() {
      cut()
      for (const front of Object.values(fronts)) front.cut()
    },
    mend() {
      for (const wire of [...wires, ...Object.values(fronts)]) wire.mend()
    },
  }
}

/** Gives a path to the user that the processes run as. */
export function give(path: string): void {
  if (isRoot) chownSync(path, Number(idOf('-u')), Number(idOf('-g')))
}

/** Returns an id of the user that the processes run as. */
export function idOf(which: '-u' | '-g' | '-gn'): string {
  return execFileSync('id', [which, runAs], { encoding: 'utf8' }).trim()
}

/** Returns these processes and all that they started. */
function withChildren(pids: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (pid > 0) parents.set(pid, parentOf(pid))
  }
  const found = [...pids]
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push(child)
  }
  return found
}

function parentOf(pid: number): number {
  try {
    // The name in brackets may hold any characters.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return 0
  }
}
