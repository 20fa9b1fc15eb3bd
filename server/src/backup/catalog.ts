import type pg from 'pg'

export interface TableShape {
  name: string
  /** The columns that are written, not computed by Postgres. */
  columns: string[]
}

/** Lists all tables of the app, each after those that it refers to. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select child.relname as from, parent.relname as to
       from pg_constraint
       join pg_class child on child.oid = conrelid
       join pg_class parent on parent.oid = confrelid
      where contype = 'f' and child.relnamespace = 'public'::regnamespace and conrelid <> confrelid`,
  )
  return parentsFirst(tables, references)
}

/** Lists the last number that each sequence gave; sequences that gave none are left out. */
export async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

/** Returns the first table that holds anything but what migrations leave behind. */
export async function findFilledTable(client: pg.Client): Promise<string | undefined> {
  for (const { name } of await listTables(client)) {
    if (name === 'schema_migration') continue
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) return name
  }
  return undefined
}

/** Quotes a name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** @throws Error if tables refer to each other in a circle: they couldn't be filled one by one. */
function parentsFirst(
  tables: readonly TableShape[],
  references: readonly { from: string; to: string }[],
): TableShape[] {
  const sorted: TableShape[] = []
  let left = [...tables]
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const free = left.filter(({ name }) => !references.some(({ from, to }) => from === name && names.has(to)))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}.`)
    sorted.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return sorted
}
