import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { type Cluster, startCluster } from '#test/cluster/cluster.ts'
import type { Machine } from '#test/cluster/machine.ts'
import { startWitness } from '#test/cluster/witness.ts'
import { type Instance, newInstance } from '#test/instance.ts'
import { openListeningPage } from '#test/listening-page.ts'
import {
  addWriters,
  type Load,
  lostAndDoubled,
  more,
  startLoad,
  statusesOf,
  type Writer,
} from '#test/load.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report } from '#test/stress.ts'

/** A blow to the leader, and how its machine comes back. */
interface Kind {
  what: string
  rounds: number
  strike(leader: Machine): void | Promise<void>
  /** Called once there are writes again. */
  comeBack(leader: Machine): void
  /** True if the same machine may go on as the leader. */
  mayStay?: true
  /** The longest time until there are writes again; 30 s by default. */
  longestPauseMs?: number
  /** True if nothing stops its PostgreSQL: at its own port it may say for a while that it leads. */
  unwatched?: true
}

const start = (machine: Machine) => machine.start()
const mend = (machine: Machine) => machine.mend()
const kinds: readonly Kind[] = [
  {
    what: 'its machine killed -9 (PostgreSQL, Patroni, etcd)',
    rounds: 5,
    strike: (it) => it.kill(),
    comeBack: start,
  },
  {
    what: 'its PostgreSQL alone killed -9',
    rounds: 5,
    strike: (it) => it.killPostgres(),
    comeBack: start,
    mayStay: true,
  },
  { what: 'its machine stopped (SIGTERM)', rounds: 10, strike: (it) => it.stop(), comeBack: start },
  { what: 'cut off from etcd', rounds: 5, strike: (it) => it.cut(), comeBack: mend },
  {
    what: 'cut off from etcd and its replicas',
    rounds: 5,
    strike: (it) => it.isolate(),
    comeBack: mend,
    // The asynchronous replica may be ahead of the new leader: it has to be taken back first, and writes wait.
    longestPauseMs: 60_000,
  },
  {
    what: 'its machine frozen until another one led',
    rounds: 5,
    strike: (it) => it.freeze(),
    comeBack: (it) => it.thaw(),
    unwatched: true,
  },
  {
    what: 'its Patroni alone killed -9',
    rounds: 5,
    strike: (it) => it.killPatroni(),
    comeBack: start,
    unwatched: true,
  },
]
const waiting = { timeout: 120_000, interval: 50 }
/** The pause before a message is sent again, as in the web app. */
const resendMs = 200

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-failover-'))
let cluster: Cluster
let app: Instance
let database: Database
let writers: readonly Writer[]

describe.skipIf(process.env.ASSURE !== '1')('a cluster (only by npm run assure -- failover)', () => {
  beforeAll(async () => {
    cluster = await startCluster(['tagalong', 'witness'])
    const url = cluster.url('tagalong')
    app = await newInstance({ DATABASE_URL: url, DATA_DIR: dataDir })
    await app.start()
    database = await openDatabase(url)
    writers = await addWriters(database, 8)
  }, 180_000)
  afterAll(async () => {
    await database?.close()
    killLeftovers()
    await cluster?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('if the leader fails, no write is lost or doubled, writes soon resume and no read is stale', async () => {
    const pages = await Promise.all(writers.map(({ to }) => openListeningPage(app.url, to)))
    const load = startLoad(app.url, writers, '', resendMs)
    const witness = await startWitness(cluster, { url: app.url, writers, load })
    const pauses = pausesOf(load)
    for (const kind of kinds) {
      witness.nextKind()
      const pausesMs: number[] = []
      let moved = 0
      for (let round = 0; round < kind.rounds; round += 1) {
        const leader = await cluster.settled()
        await more(load, 50)
        pauses.longest()
        await struck(kind, leader, load)
        kind.comeBack(leader)
        if ((await cluster.settled()) !== leader) moved += 1
        await more(load, 1)
        pausesMs.push(pauses.longest())
        const heard = pages.map(({ frames }) => frames.length)
        await vi.waitFor(
          () => expect(pages.every(({ frames }, at) => frames.length > (heard[at] ?? 0))).toBe(true),
          waiting,
        )
      }
      const [least, most] = [Math.min(...pausesMs), Math.max(...pausesMs)].map((ms) =>
        (ms / 1_000).toFixed(1),
      )
      const believed = witness.oldAnswers
        ? `; asked past HAProxy it gave ${witness.oldAnswers} old answers, for ${(witness.longestBelief / 1_000).toFixed(1)} s at most`
        : ''
      report(
        `a cluster’s leader: ${kind.what}`,
        `${kind.rounds} rounds, then another one led in ${moved}; writes again after ${least} to ${most} s${believed}`,
      )
      expect.soft(Math.max(...pausesMs), kind.what).toBeLessThan(kind.longestPauseMs ?? 30_000)
      if (!kind.unwatched) expect.soft(witness.oldAnswers, kind.what).toBe(0)
    }
    await load.stop()
    await witness.stop()
    pauses.stop()
    for (const page of pages) page.leave()
    await queueGoesOn()

    expect(await lostAndDoubled(database, load)).toEqual({ lost: [], doubled: [] })
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect([load.withoutRetryAfter, load.unanswered]).toEqual([0, 0])
    expect([witness.stale, witness.refused, witness.strayWrites]).toEqual([[], [], 0])
    expect(witness.reads).toBeGreaterThan(1_000)
    report(
      'all of that, eight clients writing',
      `${statusesOf(load)}, each 503 with Retry-After; ${load.acknowledged.size.toLocaleString('en')} acknowledged writes: 0 lost, 0 doubled; ${witness.reads.toLocaleString('en')} reads by the app and by HAProxy, none older than what was acknowledged before it; no change acknowledged by a former leader`,
    )
  }, 3_600_000)

  test('without synchronous mode, acknowledged writes are lost', async () => {
    const rounds = 3
    await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false })
    const load = startLoad(app.url, writers, 'asynchronous ', resendMs)
    const kind = { what: '', rounds, strike: (it: Machine) => it.isolate(), comeBack: mend }
    for (let round = 0; round < rounds; round += 1) {
      const leader = await cluster.settled('async,async')
      await more(load, 50)
      await struck(kind, leader, load)
      kind.comeBack(leader)
    }
    await cluster.settled('async,async')
    await load.stop()
    const { lost } = await lostAndDoubled(database, load)
    expect(lost.length).toBeGreaterThan(0)
    report(
      'the same without synchronous mode: cut off from etcd and its replicas',
      `${rounds} rounds: ${lost.length.toLocaleString('en')} of ${load.acknowledged.size.toLocaleString('en')} acknowledged writes lost`,
    )
  }, 600_000)
})

/** Strikes the leader, and resolves once a machine leads again and takes writes. */
async function struck(kind: Kind, leader: Machine, load: Load): Promise<void> {
  const postmaster = leader.postmaster()
  await kind.strike(leader)
  await vi.waitFor(async () => {
    const now = await cluster.leader()
    const isAnother = now !== undefined && now !== leader
    const anew = kind.mayStay && now === leader ? leader.postmaster() : undefined
    expect(isAnother || (anew !== undefined && anew !== postmaster)).toBe(true)
  }, waiting)
  await more(load, writers.length + 1)
}

/** Measures the longest time between two acknowledged writes since it was last asked. */
function pausesOf(load: Load): { longest(): number; stop(): void } {
  let last = performance.now()
  let longest = 0
  const look = () => {
    if (load.lastAcknowledged <= last) return
    longest = Math.max(longest, load.lastAcknowledged - last)
    last = load.lastAcknowledged
  }
  const timer = setInterval(look, 10)
  return {
    longest() {
      look()
      const found = longest
      longest = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

/** Checks that jobs of each minute are still done, and that none waits that is due. */
async function queueGoesOn(): Promise<void> {
  const { rows } = await database.pool.query<{ now: Date }>('select now()')
  await vi.waitFor(async () => {
    const found = await database.pool.query<{ done: number; late: number }>(
      `select count(*) filter (where completed_on > $1)::int as done,
              count(*) filter (where state < 'active' and start_after < now() - interval '1 minute')::int as late
         from pgboss.job`,
      [rows[0]?.now],
    )
    expect(found.rows[0]?.done).toBeGreaterThan(0)
    expect(found.rows[0]?.late).toBe(0)
  }, waiting)
}
