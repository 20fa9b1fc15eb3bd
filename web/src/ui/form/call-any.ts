import { type AnyEndpoint, endpoint, type Method, type Scope } from '@tagalong/contract/http/endpoint.ts'
import * as z from 'zod/mini'
import { type Answer, callForReply, callOpenlyForReply } from '#lib/calls/api.ts'

/** `admin/group` stands for /api/admin/group and what lies below it. */
export type CallPath = `${Scope}/${string}`

interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** With the session's token, unless the call asks for none. */
export async function callAny(endpoint: AnyEndpoint, input: CallInput): Promise<unknown> {
  return (await callAnyForReply(endpoint, input)).data
}

/** The same, with the reply's status and message. */
export function callAnyForReply(endpoint: AnyEndpoint, input: CallInput): Promise<Answer<unknown>> {
  return endpoint.guard === 'none' ? callOpenlyForReply(endpoint, input) : callForReply(endpoint, input)
}

/** A call known by its path only: any body, any answer. */
export function plainEndpoint(method: Method, path: CallPath, tail = ''): AnyEndpoint {
  const [scope, ...rest] = path.split('/')
  return endpoint({
    name: path,
    summary: path,
    scope: scope as Scope,
    guard: scope === 'public' ? 'none' : 'user',
    method,
    path: `/${rest.join('/')}${tail}`,
    body: method === 'POST' || method === 'PUT' ? z.unknown() : undefined,
    data: z.unknown(),
  })
}
