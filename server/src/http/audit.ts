import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { v7 as newId } from 'uuid'
import { insertAuditEntry } from './audit.db.ts'
import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'
import { type Handling, type Presenting, type Route, route } from './route.ts'

/**
 * A value that the audit log hides, since an erasure would have to find it there again: the log says that it changed,
 * not to what.
 */
class Hidden {
  readonly value: string | null
  constructor(value: string | null) {
    this.value = value
  }
}

/** Hides names, numbers, addresses, codes and whatever a user typed freely. */
export function hidden(value: string | null): Hidden {
  return new Hidden(value)
}

type Fact = string | number | boolean | null | Hidden
export type Facts = Record<string, Fact>

/** What was changed. `before` is null if it was created, `after` if it was deleted. */
export interface AuditEntry {
  kind: string
  id: string | null
  before: Facts | null
  after: Facts | null
}

/** The result of an administrator's use case: it can't answer without an audit entry. */
export interface Done<T> {
  result: T
  entry: AuditEntry
}

const auditedRoutes = new WeakSet<Route>()

/**
 * Makes the route of a call with which an administrator changes something. The audit entry is written in the same
 * transaction.
 */
export function audited<E extends AnyEndpoint, T, Result>(
  endpoint: E,
  { handle, ...rest }: Omit<Handling<E, T, Done<Result>>, 'transaction'> & Presenting<E, Result>,
): Route {
  const made = route<E, T, Result>(endpoint, {
    ...rest,
    async handle(ctx, authorised, input) {
      const done = await handle(ctx, authorised, input)
      if (done instanceof Refusal) return done
      const { kind, id, before, after } = done.entry
      await insertAuditEntry(ctx.db, {
        id: newId(),
        actorId: (ctx.actor as Actor).userId,
        action: endpoint.name,
        subjectKind: kind,
        subjectId: id,
        changes: changesOf(before, after),
      })
      return done.result
    },
  })
  auditedRoutes.add(made)
  return made
}

/** True if `audited` made this very route. */
export function isAudited(route: Route): boolean {
  return auditedRoutes.has(route)
}

function changesOf(before: Facts | null, after: Facts | null) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changes = [...names].flatMap((name) => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null]
    return bare(was) === bare(is) ? [] : [[name, { before: shown(was), after: shown(is) }] as const]
  })
  return Object.fromEntries(changes)
}

function bare(fact: Fact) {
  return fact instanceof Hidden ? fact.value : fact
}

function shown(fact: Fact) {
  return fact instanceof Hidden ? fact.value && '[hidden]' : fact
}
