import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { rootFolder } from '#env.ts'
import { makeDraftFolder } from '../../../scripts/draft-folder.ts'
import { ensureTool } from '../../../scripts/programs.mjs'
import { freePort } from '../free-port.ts'
import {
  give,
  idOf,
  launch,
  type Machine,
  makeMachine,
  type Ports,
  passwords,
  runAs,
  settingsOf,
} from './machine.ts'
import { layWire } from './wire.ts'

/** Three machines with PostgreSQL under Patroni, and the HAProxy that leads to the leader. */
export interface Cluster {
  readonly machines: readonly Machine[]
  /** Returns the address of a database by HAProxy. */
  url(database: string): string
  /** Returns its address at one machine's own port. */
  urlAt(machine: Machine, database: string): string
  /** Returns the leader as Patroni reports it; undefined if there is none or more than one. */
  leader(): Promise<Machine | undefined>
  /** Returns the leader once two replicas follow it: one of them synchronously, unless that isn't wanted. */
  settled(wanted?: Following): Promise<Machine>
  /** Changes the configuration that Patroni keeps for all of them. */
  configure(changes: object): Promise<void>
  close(): Promise<void>
}

/** The state of the two replicas, as PostgreSQL reports it. */
type Following = 'async,sync' | 'async,async'

const names = ['one', 'two', 'three'] as const
const owner = 'tagalong'
const settleMs = 120_000

/** Starts a cluster with these databases, owned by the role that the app uses. */
export async function startCluster(databases: readonly string[]): Promise<Cluster> {
  const folder = makeDraftFolder(tmpdir())
  give(folder)
  const ports: Ports[] = []
  for (const _ of names) {
    ports.push({
      postgres: await freePort(),
      patroni: await freePort(),
      etcd: await freePort(),
      etcdPeer: await freePort(),
    })
  }
  const peers = names.map((name, at) => `${name}=http://127.0.0.1:${ports[at]?.etcdPeer}`).join(',')
  const wires = await Promise.all(names.map(() => Promise.all(ports.map(({ etcd }) => layWire(etcd)))))
  const fronts = await Promise.all(
    ports.map(async (own) => ({
      postgres: await layWire(own.postgres),
      patroni: await layWire(own.patroni),
    })),
  )
  const machines = ports.map((own, at) =>
    makeMachine(names[at] ?? '', {
      parent: folder,
      ports: own,
      peers,
      wires: wires[at] ?? [],
      fronts: fronts[at] as (typeof fronts)[number],
    }),
  )
  const haproxy = await startHaproxy(folder, ports)
  for (const machine of machines) machine.start()
  const urlAt = (port: number, database: string, user = owner, password: string = owner) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

  async function says(machine: Machine, role: 'primary' | 'sync'): Promise<boolean> {
    try {
      const reply = await fetch(`http://127.0.0.1:${machine.ports.patroni}/${role}`, {
        signal: AbortSignal.timeout(1_000),
      })
      return reply.status === 200
    } catch {
      return false
    }
  }
  const saying = async (role: 'primary' | 'sync') => {
    const answers = await Promise.all(machines.map((each) => says(each, role)))
    return machines.filter((_, at) => answers[at])
  }

  const cluster: Cluster = {
    machines,
    url: (database) => urlAt(haproxy.port, database),
    urlAt: (machine, database) => urlAt(machine.ports.postgres, database),
    async leader() {
      const [leader, ...others] = await saying('primary')
      return others.length === 0 ? leader : undefined
    },
    settled: (wanted = 'async,sync') =>
      vi.waitFor(
        async () => {
          const leader = await cluster.leader()
          if (!leader) throw new Error('Nobody leads.')
          const url = urlAt(leader.ports.postgres, 'postgres', 'postgres', passwords.postgres)
          const streams = await ask<{ sync_state: string }>(
            url,
            `select sync_state from pg_stat_replication where state = 'streaming' order by sync_state`,
          )
          const following = streams.map(({ sync_state }) => sync_state).join()
          // Only the replica that Patroni has recorded as synchronous may lead next.
          const next = await saying('sync')
          if (following === wanted && next.length === (wanted === 'async,sync' ? 1 : 0)) return leader
          throw new Error(`${leader.name} leads; the others are ${following || 'not there'}.`)
        },
        { timeout: settleMs, interval: 250 },
      ),
    async configure(changes) {
      const leader = await cluster.leader()
      const reply = await fetch(`http://127.0.0.1:${leader?.ports.patroni}/config`, {
        method: 'PATCH',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`patroni:${passwords.patroni}`).toString('base64')}`,
        },
        body: JSON.stringify(changes),
      })
      if (reply.status !== 200) throw new Error(`Patroni answered ${reply.status}.`)
    },
    async close() {
      for (const machine of machines) machine.thaw()
      await Promise.all(machines.map((machine) => machine.kill()))
      await haproxy.stop()
      for (const wire of [...wires, ...fronts].flatMap((each) => Object.values(each))) wire.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await cluster.settled()
    const admin = urlAt(haproxy.port, 'postgres', 'postgres', passwords.postgres)
    await ask(admin, `create role ${owner} login password '${owner}'`)
    for (const database of databases) await ask(admin, `create database ${database} owner ${owner}`)
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}

async function startHaproxy(
  folder: string,
  ports: readonly Ports[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const env = settingsOf('haproxy.env')
  // Without root, it can't change to another user.
  env.HAPROXY_USER = runAs
  env.HAPROXY_GROUP = idOf('-gn')
  env.POSTGRES_BIND = `127.0.0.1:${port}`
  for (const [at, name] of names.entries()) {
    env[`${name.toUpperCase()}_POSTGRES`] = `127.0.0.1:${ports[at]?.postgres}`
    env[`${name.toUpperCase()}_PATRONI`] = String(ports[at]?.patroni)
  }
  const configuration = join(rootFolder, 'deploy/cluster/haproxy.cfg')
  const log = join(folder, 'haproxy.log')
  const child = launch(ensureTool('haproxy'), ['-db', '-f', configuration], { folder, env, log })
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
