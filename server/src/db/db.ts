import type { Kysely } from 'kysely'
import type { DB } from './types.ts'

/** The pool or a transaction on it: queries don't care which. */
export type Db = Kysely<DB>
