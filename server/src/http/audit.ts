import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { v7 as newId } from 'uuid'
import { insertAuditEntry } from './audit.db.ts'
import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'
import { type Handling, type Presenting, type Route, route } from './route.ts'

/** What stands in the audit log for what an erasure would have to find there again: it says that, not what. */
class Hidden {
  readonly value: string | null
  constructor(value: string | null) {
    this.value = value
  }
}

/** For names, numbers, addresses, codes and whatever somebody typed freely. */
export function hidden(value: string | null): Hidden {
  return new Hidden(value)
}

type Fact = string | number | boolean | null | Hidden
export type Facts = Record<string, Fact>

/** What was done to what. `before` is null where it was made, `after` where it is gone. */
export interface AuditEntry {
  kind: string
  id: string | null
  before: Facts | null
  after: Facts | null
}

/** What a use case of an administrator comes to: it has no other way to answer than with what it did. */
export interface Done<T> {
  result: T
  entry: AuditEntry
}

const auditedRoutes = new WeakSet<Route>()

/** For every call with which an administrator changes something: an audit entry is written in the same transaction. */
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

/** True where `audited` made the route, as it stands. */
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
