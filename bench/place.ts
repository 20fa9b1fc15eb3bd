import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/cluster/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { freePort } from '../server/test/free-port.ts'

export const root = resolve(import.meta.dirname, '..')

/** The server and its PostgreSQL run on the first core, the load on the second. */
export const serverCore = 0
export const postgresCore = 0
export const loadCore = 1

/** A PostgreSQL set up like the app's, just as durable, in a temporary folder. */
export interface Place {
  readonly url: string
  readonly pool: pg.Pool
  /** Creates another migrated database on the same PostgreSQL. */
  addDatabase(name: string): Promise<{ url: string; pool: pg.Pool }>
  /** Pins PostgreSQL to these cores from now on, for example '0' or '0,1'. */
  pinPostgres(cores: string): void
  leave(): Promise<void>
}

const running = new Set<ChildProcess>()
const dataDirs: string[] = []

export async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-bench-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const cluster = await startEmbeddedPostgres({ dataDir })
  await migrate(cluster.url)
  const pools: pg.Pool[] = []
  const openPool = (url: string) => {
    const opened = new pg.Pool({ connectionString: url, max: 4 })
    // Connections break when the cluster stops; ignored.
    opened.on('error', () => undefined)
    pools.push(opened)
    return opened
  }
  const pool = openPool(cluster.url)
  const pinPostgres = (cores: string) => {
    const pid = readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    for (const each of [pid, ...childrenOf(pid)]) pin(each, cores)
  }
  pinPostgres(String(postgresCore))
  return {
    url: cluster.url,
    pool,
    pinPostgres,
    async addDatabase(name) {
      await pool.query(`create database ${name}`)
      const url = cluster.url.replace('/tagalong?', `/${name}?`)
      await migrate(url)
      return { url, pool: openPool(url) }
    },
    async leave() {
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(pools.map((each) => each.end()))
      await cluster.stop()
      for (const each of [folder, ...dataDirs.splice(0)]) rmSync(each, { recursive: true, force: true })
      if (!cluster.folder.startsWith(folder))
        rmSync(resolve(cluster.folder, '..'), { recursive: true, force: true })
    },
  }
}

/** A program pinned to a core. */
export interface Program {
  readonly pid: number
  readonly url: string
  /** Milliseconds from its start to its first response of 200. */
  readonly startMs: number
  stop(): Promise<void>
}

/** Starts a server, ours or a baseline's, on a free port and waits until `path` returns 200. */
export async function serve(
  file: string,
  {
    env,
    path,
    core = String(serverCore),
    flags = [],
  }: { env: Record<string, string>; path: string; core?: string; flags?: string[] },
): Promise<Program> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn('taskset', ['-c', core, process.execPath, ...flags, join(root, file)], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'close').then(() => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  const startMs = (await firstAnswer(`${url}${path}`, child)) - started
  return {
    pid: child.pid ?? 0,
    url,
    startMs,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the app with the flags of `npm start`, on the given database. */
export function serveApp(
  url: string,
  { env = {}, ...options }: { env?: Record<string, string>; core?: string; flags?: string[] } = {},
): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-bench-app-'))
  dataDirs.push(dataDir)
  const own = { DATABASE_URL: url, DATA_DIR: dataDir, MALLOC_ARENA_MAX: '2' }
  const flags = [
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    '--heap-growing-percent=50',
    ...(options.flags ?? []),
  ]
  return serve('server/src/main.mjs', {
    env: { ...own, ...env },
    path: '/api/public/echo',
    ...options,
    flags,
  })
}

/** Returns the process's resident memory, its own and shared, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function firstAnswer(url: string, child: ChildProcess): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended before it answered: ${url}`)
    const status = await fetch(url).then(
      async (reply) => {
        await reply.arrayBuffer()
        return reply.status
      },
      () => 0,
    )
    if (status === 200) return performance.now()
    await wait(5)
  }
}

function pin(pid: string, cores: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores, pid], { stdio: 'ignore' })
}

function childrenOf(pid: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === pid
    } catch {
      return false
    }
  })
}
