import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Sends items whose transaction has committed. Never throws. */
export type Publish = (kept: readonly unknown[]) => void

/** Receives items as soon as this process has committed them. Never throws. */
export type Subscriber = (item: unknown) => void

/** Kysely's dialect for Postgres that publishes kept items once their transaction has committed. */
export class CommitDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  /** Sends all kept items; null if Postgres does. */
  publish: Publish | null = null
  readonly subscribers = new Set<Subscriber>()
  /** Sends by Postgres those items that need not be part of the transaction. */
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
 * Hands `item` to `publish` once the transaction of `db` has committed, never if it rolls back; outside of a
 * transaction at once. Without a `publish`, the relay gets it if `mayRelay`; otherwise returns false.
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

/** Delivers `item` to all subscribers in this process as soon as the transaction of `db` has committed. */
export function deliverAtCommit(db: Db, item: unknown): Promise<void> {
  return db.getExecutor().provideConnection(async (connection) => {
    const subscribers = dialects.get(connection)?.subscribers ?? []
    keep(db, connection, () => {
      for (const subscriber of subscribers) subscriber(item)
    })
  })
}

/** Runs `work`, which never throws, once the transaction of `db` has committed; outside of a transaction at once. */
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
