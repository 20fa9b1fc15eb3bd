import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { giveTo, type Location, mayUse } from './embedded-location.ts'

/** A running Postgres server process. */
export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
}

const readyWithinMs = 120_000
/**
 * A fast stop ends sessions and writes a checkpoint; after this long it is cut short, and the next start has to
 * recover.
 */
const fastStopMs = 2_500
const immediateStopMs = 1_000
const killedMs = 500
const logLimit = 1_000_000
const socketPrefix = 'tagalong-'

const settings = {
  listen_addresses: '',
  port: '5432',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // All queries are short: compiling them costs more than it saves.
  jit: 'off',
  log_checkpoints: 'off',
  // Refused statements belong in the app's log, and their values (phone numbers) in no log.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
}
/** For tests, whose files share one server: with 100 connections, some calls were answered with 503. */
const fragile = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

/** Makes a folder for the socket, with a path of its own at each start, so that nobody can create it beforehand. */
export function makeSocketDir({ runAs }: Location): string {
  const folder = mkdtempSync(join(socketParent(runAs), socketPrefix))
  giveTo(runAs, folder)
  return folder
}

/** Makes a socket folder anew, for a server that starts again at the same address. */
export function clearSocketDir(folder: string, { runAs }: Location): void {
  rmSync(folder, { recursive: true, force: true })
  // Fails if another user was quicker, which is better than using their folder.
  mkdirSync(folder, { mode: 0o700 })
  giveTo(runAs, folder)
}

/**
 * Starts Postgres and waits until it takes connections. It runs in its own process group, so that Ctrl-C reaches the
 * app alone, which then stops it last.
 * @param signal calls the start off
 * @throws Error with Postgres' own words if it ends at once.
 */
export async function launch(
  location: Location,
  { durable, socketDir, signal }: { durable: boolean; socketDir: string; signal?: AbortSignal },
): Promise<Postmaster> {
  const data = join(location.cluster, 'data')
  await clearPidFile(data, socketDir, signal)
  const log = openLog(location)
  const options = { ...settings, ...(durable ? {} : fragile), unix_socket_directories: socketDir }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(location.native, 'bin/postgres'), ['-D', data, ...flags], {
    cwd: location.cluster,
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', log.descriptor, log.descriptor],
    ...location.runAs,
  })
  closeSync(log.descriptor)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  const ended = () => {
    failure ??= lastWords(log)
  }
  child.once('exit', ended)
  child.unref()
  for (const until = Date.now() + readyWithinMs; Date.now() < until; await wait(15)) {
    if (failure !== undefined) throw new Error(`PostgreSQL did not start: ${failure}`)
    if (signal?.aborted) {
      child.off('exit', ended)
      // It may have no pid file yet by which it could be stopped later.
      child.kill('SIGINT')
      throw new Error('The start of PostgreSQL was called off')
    }
    const found = readPidFile(data)
    if (found?.pid === child.pid && found?.status === 'ready') {
      child.off('exit', ended)
      return found
    }
  }
  throw new Error(`PostgreSQL was not ready after ${readyWithinMs / 1000} seconds; see ${log.file}`)
}

/**
 * Returns the Postgres that already serves this cluster, started by an app that died, once it takes connections.
 * @param signal calls the wait off
 */
export async function findRunning(
  { cluster }: Location,
  signal?: AbortSignal,
): Promise<Postmaster | undefined> {
  const data = join(cluster, 'data')
  for (const until = Date.now() + readyWithinMs; ; await wait(30)) {
    const found = readPidFile(data)
    if (!found || !serves(found.pid, data)) return undefined
    if (found.status === 'ready') return found
    if (Date.now() > until || signal?.aborted)
      throw new Error(`PostgreSQL (process ${found.pid}) is neither ready nor ends`)
  }
}

/** Returns the process that the cluster's pid file names, whether it still runs or not. */
export function lastStarted({ cluster }: Location): Postmaster | undefined {
  return readPidFile(join(cluster, 'data'))
}

/** Stops Postgres, gently first, and resolves when it has ended. */
export async function stop({ pid, socketDir }: Postmaster, { cluster }: Location): Promise<void> {
  const data = join(cluster, 'data')
  const phases: [NodeJS.Signals, number][] = [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', killedMs],
  ]
  for (const [signal, timeoutMs] of phases) {
    if (!serves(pid, data)) break
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself in between.
    }
    for (const until = Date.now() + timeoutMs; serves(pid, data) && Date.now() < until; ) await wait(15)
  }
  removeSocketDir(socketDir)
}

/**
 * True while that process runs Postgres on that data. False for a zombie, and for another process with the same number.
 */
export function serves(pid: number, data: string): boolean {
  if (process.platform === 'linux') return workingFolder(pid) === data
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}

// Postgres refuses to start if the number in the pid file now belongs to another process of ours (or a zombie). The
// file also guards against leftover sessions, so it may only be deleted after the last of them has ended.
async function clearPidFile(data: string, nextSocketDir: string, signal?: AbortSignal): Promise<void> {
  const found = readPidFile(data)
  if (!found) return
  if (serves(found.pid, data)) throw new Error(`PostgreSQL already runs here (process ${found.pid})`)
  for (const until = Date.now() + 10_000; anyoneIn(data) && Date.now() < until && !signal?.aborted; )
    await wait(30)
  if (anyoneIn(data)) throw new Error(`Sessions of an earlier PostgreSQL still work in ${data}`)
  rmSync(join(data, 'postmaster.pid'), { force: true })
  if (found.socketDir !== nextSocketDir) removeSocketDir(found.socketDir)
}

function anyoneIn(data: string): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && workingFolder(Number(name)) === data)
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readPidFile(data: string): (Postmaster & { status: string }) | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid = '', , , , socketDir = '', , , status = ''] = lines
    return { pid: Number(pid), socketDir, status: status.trim() }
  } catch {
    return undefined
  }
}

// A socket's path has at most 107 bytes (103 on macOS), and the user who runs Postgres must get there.
function socketParent(runAs: Location['runAs']): string {
  const preferred = tmpdir()
  const short = Buffer.byteLength(preferred) <= 70
  return short && (!runAs || mayUse(preferred, runAs)) ? preferred : '/tmp'
}

function removeSocketDir(folder: string): void {
  // The name comes from a file, so delete only a folder that we made.
  if (!basename(folder).startsWith(socketPrefix)) return
  rmSync(folder, { recursive: true, force: true })
}

interface Log {
  readonly file: string
  readonly descriptor: number
  /** Where this run's lines begin. */
  readonly from: number
}

function openLog(location: Location): Log {
  const file = join(location.cluster, 'log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const from = size > logLimit ? 0 : size
  const descriptor = openSync(file, from === 0 ? 'w' : 'a', 0o600)
  giveTo(location.runAs, file)
  return { file, descriptor, from }
}

function lastWords({ file, from }: Log): string {
  const lines = readFileSync(file).subarray(from).toString('utf8').trim().split('\n')
  const severe = lines.filter((line) => /FATAL|PANIC|error/i.test(line))
  return (severe.at(-1) ?? lines.at(-1) ?? '').replace(/^.*?(?=FATAL|PANIC)/, '') || `see ${file}`
}
