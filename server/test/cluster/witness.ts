import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Load, Writer } from '../load.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** Constantly looks for answers of a machine that only believes that it leads. */
export interface Witness {
  /** Number of reads that were answered. */
  readonly reads: number
  /** Answers, by HAProxy or by the app, that held less than had been acknowledged when they were asked for. */
  readonly stale: readonly string[]
  /** Statuses with which the app answered a reader, other than 200 and 503. */
  readonly refused: readonly number[]
  /** The longest time, in milliseconds, that a machine's own port said that it leads after another one did. */
  readonly longestBelief: number
  /** Number of old answers of such a machine at its own port. */
  readonly oldAnswers: number
  /** Number of changes that such a machine acknowledged at its own port. */
  readonly strayWrites: number
  /** Forgets the beliefs of earlier rounds. */
  nextKind(): void
  stop(): Promise<void>
}

interface Count {
  n: number
  leads: boolean
}

const question = 'select n::int as n, not pg_is_in_recovery() as leads from counter'
const pauseMs = 50

/** @param where the address of the app, whose writers `load` is; the counter is in the database `witness` */
export async function startWitness(
  cluster: Cluster,
  { url, writers, load }: { url: string; writers: readonly Writer[]; load: Load },
): Promise<Witness> {
  const byProxy = cluster.url('witness')
  const setUp = new Session(byProxy)
  await setUp.ask('create table counter (n bigint not null)')
  await setUp.ask('create table stray (machine text not null)')
  await setUp.ask('insert into counter values (0)')
  setUp.drop()

  const found = { reads: 0, longestBelief: 0, oldAnswers: 0, strayWrites: 0 }
  const [stale, refused] = [[] as string[], [] as number[]]
  let acknowledged = 0
  let stopped = false
  const loop = async (work: () => Promise<void>) => {
    while (!stopped) {
      // A failed question is repeated; what was not answered proves nothing.
      await work().catch(() => undefined)
      await wait(pauseMs)
    }
  }

  function counting(): Promise<void> {
    const session = new Session(byProxy)
    return loop(async () => {
      const [row] = await session.ask<Count>(
        'update counter set n = n + 1 returning n::int as n, true as leads',
      )
      acknowledged = row?.n ?? acknowledged
    }).finally(() => session.drop())
  }

  /** @param kept one session for as long as it lasts; otherwise a new one for each read */
  function reading(kept: boolean): Promise<void> {
    const session = new Session(byProxy)
    return loop(async () => {
      const floor = acknowledged
      const [row] = await session.ask<Count>(question)
      if (!kept) session.drop()
      found.reads += 1
      if (row && row.n < floor) stale.push(`${row.n} instead of ${floor} or more, by HAProxy`)
    }).finally(() => session.drop())
  }

  function readingByApp(): Promise<void> {
    const newest = writers.map(() => -1)
    let turn = 0
    return loop(async () => {
      turn = (turn + 1) % writers.length
      const writer = writers[turn]
      if (!writer) return
      let floor = newest[turn] ?? -1
      while (load.acknowledged.has(`${turn} ${floor + 1}`)) floor += 1
      newest[turn] = floor
      const reply = await fetch(`${url}/api/app/room/${writer.playdateId}`, {
        headers: { authorization: `Bearer ${writer.to.accessToken}` },
      })
      const { data } = (await reply.json()) as { data?: { messages: { message: { text: string } }[] } }
      if (reply.status !== 200 && reply.status !== 503) refused.push(reply.status)
      if (!data) return
      found.reads += 1
      const read = Number(data.messages[0]?.message.text.split(' ')[1] ?? -1)
      if (!(read >= floor)) stale.push(`message ${read} instead of ${floor} or later, by the app`)
    })
  }

  const beliefs = new Map<Machine, boolean>()
  let current: { machine: Machine; since: number } | undefined

  function asking(machine: Machine): Promise<void> {
    const address = cluster.urlAt(machine, 'witness')
    const session = new Session(address, 500)
    let isTrying = false
    return loop(async () => {
      const [began, floor] = [performance.now(), acknowledged]
      const [row] = await session.ask<Count>(question)
      if (!row) return
      const followed = beliefs.get(machine) === false
      beliefs.set(machine, row.leads)
      if (!row.leads) return
      if (!current || followed) current = { machine, since: performance.now() }
      if (current.machine === machine || began < current.since) return
      found.longestBelief = Math.max(found.longestBelief, performance.now() - current.since)
      if (row.n < floor) found.oldAnswers += 1
      if (isTrying) return
      isTrying = true
      void strayWrite(machine, address).finally(() => {
        isTrying = false
      })
    }).finally(() => session.drop())
  }

  async function strayWrite(machine: Machine, address: string): Promise<void> {
    const session = new Session(address)
    await session
      .ask(`insert into stray values ('${machine.name}')`)
      .then(
        () => {
          if (current?.machine !== machine) found.strayWrites += 1
        },
        () => undefined,
      )
      .finally(() => session.drop())
  }

  const all = [
    counting(),
    reading(true),
    reading(true),
    reading(false),
    readingByApp(),
    ...cluster.machines.map(asking),
  ]
  return {
    get reads() {
      return found.reads
    },
    get longestBelief() {
      return found.longestBelief
    },
    get oldAnswers() {
      return found.oldAnswers
    },
    get strayWrites() {
      return found.strayWrites
    },
    stale,
    refused,
    nextKind: () => void Object.assign(found, { longestBelief: 0, oldAnswers: 0 }),
    async stop() {
      stopped = true
      await Promise.all(all)
    },
  }
}

/** One connection, made when it is needed, and again after a failure. */
class Session {
  readonly #url: string
  readonly #silenceMs: number | undefined
  #client: pg.Client | undefined

  /** @param silenceMs how long an answer may take; undefined for no limit */
  constructor(url: string, silenceMs?: number) {
    this.#url = url
    this.#silenceMs = silenceMs
  }

  async ask<Row extends object>(text: string): Promise<Row[]> {
    try {
      this.#client ??= await this.#connect()
      return (await this.#client.query<Row>(text)).rows
    } catch (error) {
      this.drop()
      throw error
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: this.#silenceMs ?? 5_000,
      ...(this.#silenceMs && { query_timeout: this.#silenceMs }),
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  drop(): void {
    this.#client?.connection.stream.destroy()
    this.#client = undefined
  }
}
