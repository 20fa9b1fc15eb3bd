import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { type Cluster, startCluster } from '#test/cluster/cluster.ts'
import type { Machine } from '#test/cluster/machine.ts'
import { startWitness } from '#test/cluster/witness.ts'
import { newInstance } from '#test/instance.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { addWriters, type Load, lostAndDoubled, startLoad, statusesOf } from '#test/load.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report } from '#test/stress.ts'

/** A blow to the leader, and how its machine comes back. */
interface Kind {
  what: string
  rounds: number
  strike(leader: Machine): void | Promise<void>
  /** Once others write again. */
  comeBack(leader: Machine): void
  /** The same machine may lead again. */
  mayStay?: true
}

const start = (machine: Machine) => machine.start()
const kinds: readonly Kind[] = [
  {
    what: 'its machine killed (-9: PostgreSQL, Patroni, etcd)',
    rounds: 1,
    strike: (it) => it.kill(),
    comeBack: start,
  },
  {
    what: 'its PostgreSQL alone killed -9',
    rounds: 1,
    strike: (it) => it.killPostgres(),
    comeBack: start,
    mayStay: true,
  },
  { what: 'its machine stopped in order (SIGTERM)', rounds: 1, strike: (it) => it.stop(), comeBack: start },
  { what: 'cut off from etcd', rounds: 1, strike: (it) => it.cut(), comeBack: (it) => it.mend() },
  {
    what: 'cut off from etcd and from its replicas',
    rounds: 1,
    strike: (it) => it.isolate(),
    comeBack: (it) => it.mend(),
  },
  {
    what: 'its machine frozen (SIGSTOP), and going on once another one leads',
    rounds: 1,
    strike: (it) => it.freeze(),
    comeBack: (it) => it.thaw(),
  },
  { what: 'its Patroni alone killed -9', rounds: 1, strike: (it) => it.killPatroni(), comeBack: start },
]
const longestPauseMs = 30_000
const waiting = { timeout: 120_000, interval: 50 }

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-failover-'))
let cluster: Cluster | undefined
afterAll(async () => {
  killLeftovers()
  await cluster?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The longest time between two acknowledged writes since it was asked last. */
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

test.skipIf(process.env.ASSURE !== '1')(
  'a leader that is gone: nothing acknowledged is lost, writes go on within 30 s, and nobody reads what was',
  async () => {
    cluster = await startCluster(['tagalong', 'witness'])
    const { machines, url } = cluster
    const app = await newInstance({ DATABASE_URL: url('tagalong'), DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    await app.start()
    const database = await openDatabase(url('tagalong'))
    const writers = await addWriters(database, 8)
    const pages = await Promise.all(writers.map(({ to }) => openListeningPage(app.url, to)))
    const load = startLoad(app.url, writers, '', 200)
    const witness = await startWitness(cluster, { url: app.url, writers, load })
    const pauses = pausesOf(load)

    for (const { what, rounds, strike, comeBack, mayStay } of kinds) {
      const found: number[] = []
      let moved = 0
      witness.nextKind()
      for (let round = 0; round < rounds; round += 1) {
        const { leader } = await cluster.settled()
        const before = load.acknowledged.size
        await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(before + 50), waiting)
        const heard = pages.map(({ reloads }) => reloads)
        const postmaster = leader.postmaster()
        pauses.longest()
        await strike(leader)
        await vi.waitFor(async () => {
          const now = await cluster?.leader()
          const isAnother = now !== undefined && now !== leader
          const isAgain = mayStay && now === leader && leader.postmaster() !== postmaster
          expect(isAnother || isAgain).toBe(true)
        }, waiting)
        const again = performance.now()
        await vi.waitFor(() => expect(load.lastAcknowledged).toBeGreaterThan(again), waiting)
        comeBack(leader)
        const roles = await cluster.settled()
        if (roles.leader !== leader) moved += 1
        found.push(pauses.longest())
        await vi.waitFor(
          () => expect(pages.every((each, at) => each.isOpen && each.reloads > (heard[at] ?? 0))).toBe(true),
          waiting,
        )
        console.log(
          `${what}: ${leader.name}, then ${roles.leader.name}, ${((found.at(-1) ?? 0) / 1_000).toFixed(1)} s; ${statusesOf(load)}; believed for ${witness.longestBelief.toFixed(0)} ms, ${witness.staleBeliefs} old; stale ${witness.stale.length}`,
        )
      }
      const [least = 0, most = 0] = [Math.min(...found), Math.max(...found)]
      report(
        `the leader of a cluster: ${what}`,
        `${rounds} rounds, ${moved} with another leader; writes again after ${(least / 1_000).toFixed(1)} to ${(most / 1_000).toFixed(1)} s`,
      )
      expect.soft(most, what).toBeLessThan(longestPauseMs)
    }
    if (process.env.KEEP) writeFileSync('/tmp/w/app.log', app.app.output())
    await load.stop()
    await witness.stop()
    pauses.stop()
    for (const page of pages) page.leave()
    console.log(
      await lostAndDoubled(database, load),
      load.unanswered,
      load.withoutRetryAfter,
      witness.stale,
      witness.refused,
      witness.strayWrites,
      witness.reads,
      load.acknowledged.size,
    )
    expect(machines.length).toBe(3)
    await database.close()
    app.app.send('SIGTERM')
    expect(await app.app.code, app.app.output()).toBe(0)
  },
  3_600_000,
)
