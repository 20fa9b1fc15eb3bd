import { type Expression, type RawBuilder, sql } from 'kysely'
import { erasedNames } from './erased-names.ts'
import { areApart } from './visibility.db.ts'

/** A caregiver as others are shown them. */
export interface NameRow {
  id: string
  name: string
  last_name: string
}

/** @param alias the statement's name for `caregiver` */
export function nameOf(alias: string): RawBuilder<NameRow> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<NameRow>`jsonb_build_object(
    'id', ${column('id')}, 'name', ${column('name')}, 'last_name', ${column('last_name')})`
}

/** The name as the viewer is shown it: a caregiver who is apart from them has the name of the erased. */
export function nameFor(viewer: Expression<string> | string, alias: string): RawBuilder<NameRow> {
  const id = sql.ref<string>(`${alias}.id`)
  return sql<NameRow>`case when ${areApart(viewer, id)}
    then jsonb_build_object('id', ${id}, 'name', ${nobody}, 'last_name', '') else ${nameOf(alias)} end`
}

/** `nameFor`, or null if the row was not joined. */
export function nameForIfAny(viewer: Expression<string> | string, alias: string): RawBuilder<NameRow | null> {
  return sql<NameRow | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${nameFor(viewer, alias)} end`
}

/** The sort key for lists of `nameFor`: the position of a hidden name gives nothing away. */
export function orderFor(viewer: Expression<string> | string, alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref<string>(`${alias}.${name}`)
  return sql<string>`case when ${areApart(viewer, column('id'))} then ${nobody} else ${column('name')} end`
}

const nobody = sql.lit(erasedNames.caregiver)

/** `nameOf`, or null if the row was not joined. */
export function nameIfAny(alias: string): RawBuilder<NameRow | null> {
  return sql<NameRow | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${nameOf(alias)} end`
}
