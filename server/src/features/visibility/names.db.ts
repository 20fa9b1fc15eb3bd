import { type RawBuilder, sql } from 'kysely'

/** A caregiver as others are shown them. */
export interface NameRow {
  id: string
  name: string
  last_name: string
}

/** @param alias of rows of `caregiver` in the statement */
export function nameOf(alias: string): RawBuilder<NameRow> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<NameRow>`jsonb_build_object(
    'id', ${column('id')}, 'name', ${column('name')}, 'last_name', ${column('last_name')})`
}

/** The same where there may be none. */
export function nameIfAny(alias: string): RawBuilder<NameRow | null> {
  return sql<NameRow | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${nameOf(alias)} end`
}
