import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

const fact = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/**
 * One change by an administrator. `action` is the call's name, such as `users.save`. `changes` gives each field before
 * and after, null if there was none. Values that an erasure would have to remove are `[hidden]`.
 */
export const auditEntry = z.object({
  _id: id,
  createdAt: instant,
  /** `email` is the current one; null once the account is erased */
  actor: z.object({ _id: id, email: z.nullable(z.string()) }),
  action: z.string(),
  subject: z.object({ kind: z.string(), _id: z.nullable(id) }),
  changes: z.record(z.string(), z.object({ before: fact, after: fact })),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** `actor` is the email address; `subject` is the kind and the id, separated by a space. */
export const auditColumns = ['createdAt', 'actor', 'action', 'subject'] as const
export type AuditColumn = (typeof auditColumns)[number]

/** Newest first by default. Entries can't be changed. */
export const listAuditLog = endpoint({
  name: 'auditLog.list',
  summary: 'List the audit log',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/audit-log',
  query: listQuery(auditColumns),
  data: z.array(auditEntry),
  paged: true,
})

export const listAuditValues = endpoint({
  name: 'auditLog.values',
  summary: 'List the values of a column of the audit log',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/audit-log/values',
  query: valuesQuery(auditColumns),
  data: columnValues,
  paged: true,
})
