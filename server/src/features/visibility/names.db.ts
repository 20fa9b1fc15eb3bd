import { type Expression, type RawBuilder, sql } from 'kysely'
import { erasedNames } from './erased-names.ts'
import { areApart } from './visibility.db.ts'

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

/** The same as the viewer is shown it: who is apart is called what the erased are. */
export function nameFor(viewer: Expression<string> | string, alias: string): RawBuilder<NameRow> {
  const id = sql.ref<string>(`${alias}.id`)
  return sql<NameRow>`case when ${areApart(viewer, id)}
    then jsonb_build_object('id', ${id}, 'name', ${nobody}, 'last_name', '') else ${nameOf(alias)} end`
}

/** The same where there may be none. */
export function nameForIfAny(viewer: Expression<string> | string, alias: string): RawBuilder<NameRow | null> {
  return sql<NameRow | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${nameFor(viewer, alias)} end`
}

/** By what lists of those names are put in order, so that its place tells nothing of one that isn't shown. */
export function orderFor(viewer: Expression<string> | string, alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref<string>(`${alias}.${name}`)
  return sql<string>`case when ${areApart(viewer, column('id'))} then ${nobody} else ${column('name')} end`
}

const nobody = sql.lit(erasedNames.caregiver)

/** The same where there may be none. */
export function nameIfAny(alias: string): RawBuilder<NameRow | null> {
  return sql<NameRow | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${nameOf(alias)} end`
}
