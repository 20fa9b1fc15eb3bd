import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'

/** Takes what has to wait until a transaction has committed. Never throws. */
export type Outlet = (kept: readonly unknown[]) => void

/** Postgres through Kysely, with an outlet for what may leave once a transaction has committed. */
export class CommitDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  /** null: nobody takes anything. */
  outlet: Outlet | null = null

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new CommitDriver(this.#pool, this)
  }
}

const dialects = new WeakMap<DatabaseConnection, CommitDialect>()
const waiting = new WeakMap<DatabaseConnection, unknown[]>()

/**
 * Hands `item` to the outlet once the transaction of `db` has committed, and never where it rolls back; outside of a
 * transaction at once. False where there is no outlet.
 */
export function keepForCommit(db: Db, item: unknown): Promise<boolean> {
  return db.getExecutor().provideConnection(async (connection) => {
    const outlet = dialects.get(connection)?.outlet
    if (!outlet) return false
    if (db.isTransaction) waiting.set(connection, [...(waiting.get(connection) ?? []), item])
    else outlet([item])
    return true
  })
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
    const kept = waiting.get(connection)
    if (kept) this.#dialect.outlet?.(kept)
  }
}
