import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Takes what has to wait until a transaction has committed. Never throws. */
export type Publish = (kept: readonly unknown[]) => void

/** Gets at once what this very process has committed. Never throws. */
export type Subscriber = (item: unknown) => void

/** Postgres through Kysely, which publishes what it kept once a transaction has committed. */
export class CommitDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  /** Where everything leaves that is kept; null: by Postgres. */
  publish: Publish | null = null
  readonly subscribers = new Set<Subscriber>()
  /** Where that leaves by Postgres which need not be in the transaction itself. */
  readonly relay: Publish

  constructor(pool: pg.Pool, relay: Publish) {
    super({ pool })
    this.#pool = pool
    this.relay = relay
  }

  override createDriver(): Driver {
    return new CommitDriver(this.#pool, this)
  }
}

const dialects = new WeakMap<DatabaseConnection, CommitDialect>()
const waiting = new WeakMap<DatabaseConnection, (() => void)[]>()

/**
 * Hands `item` to `publish` once the transaction of `db` has committed, and never where it rolls back; outside of a
 * transaction at once. Without a `publish` it is the relay's, if it may be, and false otherwise.
 */
export function keepForCommit(db: Db, item: unknown, { mayRelay }: { mayRelay: boolean }): Promise<boolean> {
  return db.getExecutor().provideConnection(async (connection) => {
    const dialect = dialects.get(connection)
    const publish = dialect?.publish ?? (mayRelay ? dialect?.relay : undefined)
    if (!publish) return false
    keep(db, connection, () => publish([item]))
    return true
  })
}

/** All subscribers in this process get `item` once the transaction of `db` has committed, before anybody else does. */
export function deliverAtCommit(db: Db, item: unknown): Promise<void> {
  return db.getExecutor().provideConnection(async (connection) => {
    const subscribers = dialects.get(connection)?.subscribers ?? []
    keep(db, connection, () => {
      for (const subscriber of subscribers) subscriber(item)
    })
  })
}

/** The same for a thing to do, which never throws. */
export function afterCommit(db: Db, work: () => void): Promise<void> {
  return db.getExecutor().provideConnection(async (connection) => keep(db, connection, work))
}

function keep(db: Db, connection: DatabaseConnection, work: () => void): void {
  if (db.isTransaction) waiting.set(connection, [...(waiting.get(connection) ?? []), work])
  else work()
}

class CommitDriver extends PostgresDriver {
  readonly #dialect: CommitDialect

  constructor(pool: pg.Pool, dialect: CommitDialect) {
    super({ pool })
    this.#dialect = dialect
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    dialects.set(connection, this.#dialect)
    waiting.delete(connection)
    return connection
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    for (const work of waiting.get(connection) ?? []) work()
  }
}
