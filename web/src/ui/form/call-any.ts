import { type AnyEndpoint, endpoint, type Method, type Scope } from '@tagalong/contract/http/endpoint.ts'
import * as z from 'zod/mini'
import { type Answer, callForReply, callOpenlyForReply } from '#lib/calls/api.ts'

/** A path below /api: `admin/group` is /api/admin/group and what lies below it. */
export type CallPath = `${Scope}/${string}`

interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Makes a call with the session's token, unless it needs none. */
export async function callAny(endpoint: AnyEndpoint, input: CallInput): Promise<unknown> {
  return (await callAnyForReply(endpoint, input)).data
}

/** Like `callAny`, but also returns the reply's status and message. */
export function callAnyForReply(endpoint: AnyEndpoint, input: CallInput): Promise<Answer<unknown>> {
  return endpoint.guard === 'none' ? callOpenlyForReply(endpoint, input) : callForReply(endpoint, input)
}

/** Makes an endpoint of a path alone, with any body and any data. */
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
