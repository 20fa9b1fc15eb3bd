import type pg from 'pg'

/** A few connections shared by many reads, each sent without waiting for the one before it. */
export interface SharedConnections {
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

/**
 * Two, so that one slow read doesn't hold up all others. All reads of one turn of the event loop are sent in one write,
 * and Postgres wakes once to answer them in turn. With a connection per read, waking each process cost more than the
 * read itself.
 */
const count = 2

/**
 * @param open returns a client that is not connected yet
 * @param silenceMs closes a connection that owes answers and has sent nothing for this long
 */
export function createSharedConnections(open: () => pg.Client, silenceMs: number): SharedConnections {
  const connections = Array.from({ length: count }, () => new SharedConnection(open, silenceMs))
  // Not the driver's own timeout: it would make V8 keep each answer until its next full garbage collection.
  const watch = setInterval(() => {
    for (const each of connections) each.giveUpIfSilent()
  }, silenceMs / 4).unref()
  return {
    query(text, values) {
      const [first, ...others] = connections
      if (!first) throw new Error('there is no connection')
      return others
        .reduce((best, each) => (each.waiting < best.waiting ? each : best), first)
        .query(text, values)
    },
    async close() {
      clearInterval(watch)
      await Promise.all(connections.map((each) => each.close()))
    },
  }
}

class SharedConnection {
  readonly #open: () => pg.Client
  #client: Promise<pg.Client> | undefined
  #isCorked = false
  readonly #silenceMs: number
  #heardAt = 0
  /** Number of reads without an answer yet. */
  waiting = 0

  constructor(open: () => pg.Client, silenceMs: number) {
    this.#open = open
    this.#silenceMs = silenceMs
  }

  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.waiting === 0) this.#heardAt = performance.now()
    this.waiting += 1
    try {
      this.#client ??= this.#connect()
      const client = await this.#client
      this.#cork(client.connection.stream)
      return await client.query(text, [...values])
    } finally {
      this.waiting -= 1
      this.#heardAt = performance.now()
    }
  }

  giveUpIfSilent(): void {
    if (this.waiting === 0 || performance.now() - this.#heardAt < this.#silenceMs) return
    this.#client?.then(
      (client) => client.connection.stream.destroy(),
      () => undefined,
    )
  }

  #cork(stream: pg.Connection['stream']): void {
    if (this.#isCorked) return
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Opens a connection. If it breaks, its pending reads fail, and the next read opens another. */
  #connect(): Promise<pg.Client> {
    const client = this.#open()
    const connected = client.connect().then(() => client)
    const drop = () => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', drop)
    client.once('end', drop)
    connected.catch(drop)
    return connected
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}
