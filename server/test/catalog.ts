import pg from 'pg'

/** A column as seen by a program that writes and reads it and knows nothing newer. */
export interface ColumnShape {
  table: string
  name: string
  type: string
  isRequired: boolean
  /** True if no value has to be given. */
  hasDefault: boolean
}

interface Refusing {
  table: string
  text: string
  /** The columns that it involves. */
  columns: string[]
}

/** What a schema allows: its columns, and by table whatever may refuse a row, except triggers. */
export interface Catalog {
  columns: ColumnShape[]
  /** Constraints and unique indexes, as Postgres writes them. */
  refusals: Refusing[]
  /** All other indexes, triggers and functions. */
  others: string[]
}

/** Reads the catalog of the app's own tables. */
export async function readCatalog(url: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columns = await client.query<ColumnShape>(
      `select relname as "table", attname as name, format_type(atttypid, atttypmod) as type,
          attnotnull as "isRequired", atthasdef or attidentity <> '' as "hasDefault"
         from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
        order by relname, attnum`,
    )
    const refusals = await client.query<Refusing>(
      `select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as text,
          array(select attname::text from pg_attribute
            where attrelid = conrelid and attnum = any (conkey)) as columns
         from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
       union
       select indrelid::regclass::text, pg_get_indexdef(indexrelid),
          array(select attname::text from pg_attribute
            where attrelid = indrelid and attnum = any (indkey::int2[]))
         from pg_index
         join pg_class on pg_class.oid = indrelid
        where indisunique and relnamespace = 'public'::regnamespace
       order by 1, 2`,
    )
    const others = await client.query<{ text: string }>(
      `select indexdef as text from pg_indexes where schemaname = 'public'
       union
       select pg_get_triggerdef(pg_trigger.oid) from pg_trigger
         join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = 'public'::regnamespace
       union
       select pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
       order by 1`,
    )
    return {
      columns: columns.rows,
      refusals: refusals.rows,
      others: others.rows.map(({ text }) => text),
    }
  } finally {
    await client.end()
  }
}

/** Returns what a program written for the schema before could stumble over in the schema after; empty if nothing. */
export function breaksOf(before: Catalog, after: Catalog): string[] {
  const old = new Set(before.columns.map(({ table }) => table))
  const breaks: string[] = []
  const isKnown = (table: string, name: string) =>
    before.columns.some((each) => each.table === table && each.name === name)
  /**
   * True if a program that doesn't know the column leaves it null: then neither uniqueness nor a reference refuses
   * anything.
   */
  const isLeftNull = (table: string, name: string) =>
    after.columns.some((each) => each.table === table && each.name === name && !each.hasDefault)
  for (const column of before.columns) {
    const where = `${column.table}.${column.name}`
    const now = after.columns.find(({ table, name }) => table === column.table && name === column.name)
    if (!now) breaks.push(`${where} is gone`)
    else if (now.type !== column.type) breaks.push(`${where} was ${column.type} and is ${now.type}`)
    else if (now.isRequired && !column.isRequired) breaks.push(`${where} must be given now`)
    else if (column.hasDefault && !now.hasDefault) breaks.push(`${where} has no default any more`)
  }
  for (const { table, name, isRequired, hasDefault } of after.columns) {
    if (!isKnown(table, name) && old.has(table) && isRequired && !hasDefault)
      breaks.push(`${table}.${name} must be given`)
  }
  const known = new Set(before.refusals.map(({ text }) => text))
  for (const { table, text, columns } of after.refusals) {
    // A check on new columns only accepts their defaults, or the migration would have failed.
    const isOfNew =
      columns.length > 0 &&
      !columns.some((name) => isKnown(table, name)) &&
      (text.startsWith('CHECK') ||
        (columns.every((name) => isLeftNull(table, name)) && !/NULLS NOT DISTINCT/.test(text)))
    // A check that replaces a column's NOT NULL, beside new columns, refuses nothing more either.
    const asksForNull = (name: string) =>
      before.columns.some((each) => each.table === table && each.name === name && each.isRequired) &&
      new RegExp(`\\b${name} IS NULL\\b`).test(text) &&
      text.split(name).length === 2
    const isOfNull =
      text.startsWith('CHECK') && columns.every((name) => !isKnown(table, name) || asksForNull(name))
    const isNarrowed = [...known].some((each) => isFewerRows(text, each) || isLongerList(text, each))
    if (old.has(table) && !known.has(text) && !isOfNew && !isOfNull && !isNarrowed)
      breaks.push(`${table} refuses more: ${text}`)
  }
  return breaks
}

/** True if a check is the other one with more words to choose from. */
function isLongerList(check: string, other: string): boolean {
  const word = /'[^']*'::text(?:, )?/g
  const words = (text: string) => text.match(word)?.map((each) => each.replace(/, $/, '')) ?? []
  if (!check.startsWith('CHECK') || check.replaceAll(word, '') !== other.replaceAll(word, '')) return false
  return words(other).every((each) => words(check).includes(each))
}

/** True if a unique index is the other one over fewer rows: it has one more condition, and refuses less. */
function isFewerRows(index: string, other: string): boolean {
  const [columns, condition] = other.split(' WHERE ')
  const prefix = condition === undefined ? `${columns} WHERE ` : `${columns} WHERE (${condition} AND `
  return index.startsWith('CREATE UNIQUE INDEX') && index.startsWith(prefix)
}
