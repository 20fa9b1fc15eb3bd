import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import type { SharedConnections } from './shared-connections.ts'
import type { DB } from './types.ts'

/** A placeholder for a value. */
class Place {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}

const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The names of prepared statements, by their text. */
const names = new Map<string, string>()

type Asking<Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/**
 * Prepares a frequent read: the query is built once, and each connection parses and plans it once. `value.<key>` is a
 * placeholder; conditions that an index depends on have to be literals. Columns are named, never `*`: a process of this
 * release goes on while the next one's migration adds some. Outside of transactions, reads share connections.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, value: Values) => Compilable<Row>,
): Asking<Values, Row> {
  return asking(build, async (db, query) => {
    const shared = db.isTransaction ? undefined : sharedBy.get(db)
    if (!shared) return (await db.executeQuery<Row>(query)).rows
    const { rows } = await shared.query(query.sql, query.parameters)
    return rows as Row[]
  })
}

/** Prepares a frequent change, which has a connection to itself. */
export function preparedChange<Values extends object, Row>(
  build: (db: Db, value: Values) => Compilable<Row>,
): Asking<Values, Row> {
  return asking(build, async (db, query) => (await db.executeQuery<Row>(query)).rows)
}

function asking<Values extends object, Row>(
  build: (db: Db, value: Values) => Compilable<Row>,
  ask: (db: Db, query: CompiledQuery<Row>) => Promise<Row[]>,
): Asking<Values, Row> {
  let made: CompiledQuery<Row> | undefined
  return (db, values) => {
    made ??= named(build(builder, places as Values).compile())
    const parameters = made.parameters.map((each) =>
      each instanceof Place ? values[each.key as keyof Values] : each,
    )
    return ask(db, { ...made, parameters })
  }
}

const sharedBy = new WeakMap<Db, SharedConnections>()

/** Makes the prepared reads by `db` outside of transactions share those connections. */
export function shareReads(db: Db, connections: SharedConnections): void {
  sharedBy.set(db, connections)
}

const places = new Proxy({}, { get: (_target, key) => new Place(String(key)) })

function named<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (/[\s.]\*/.test(query.sql)) throw new Error(`A prepared query names its columns: ${query.sql}`)
  byName(query.sql)
  return query
}

/** Makes each connection prepare statements with this very text. Only for texts of which there are few. */
export function byName(text: string): string {
  if (!names.has(text)) names.set(text, `tagalong_${names.size}`)
  return text
}

/** Plans a prepared statement once for any values; Postgres would otherwise plan some again each time. */
const begin = 'begin; set local plan_cache_mode = force_generic_plan'

/**
 * A connection that runs prepared statements by their names, and sends BEGIN along with the statement after it. If
 * BEGIN fails, the connection is closed before anything can be committed on it.
 */
export class PreparingClient extends pg.Client {
  override pipeline = true

  override query = ((question: unknown, ...rest: unknown[]) => {
    if (question === 'begin') return this.#begin()
    if (typeof question !== 'string') return Reflect.apply(super.query, this, [question, ...rest])
    const [values, done] = rest
    const named = { name: names.get(question), text: question, values }
    if (typeof done === 'function') return Reflect.apply(super.query, this, [named, done])
    // Not pg's own promise: V8 would keep its answer until the next full garbage collection.
    return new Promise((resolve, reject) => {
      Reflect.apply(super.query, this, [
        named,
        (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)),
      ])
    })
  }) as pg.Client['query']

  #begin(): Promise<unknown> {
    const { stream } = this.connection
    // A statement that follows at once is sent in the same write.
    stream.cork()
    setImmediate(() => stream.uncork())
    super.query(begin).catch(() => this.connection.stream.destroy())
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [], fields: [] })
  }
}
