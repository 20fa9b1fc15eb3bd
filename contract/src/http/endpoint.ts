import type * as z from 'zod/mini'

/** Where a call lives. The scope is the path segment after /api/ and carries the base guard. */
export type Scope = 'public' | 'auth' | 'app' | 's3' | 'stripe' | 'admin'

/**
 * Who may knock at all, before any row is looked at.
 * none: anyone · user: a valid session · caregiver: a session with a profile · admin: an administrator.
 */
export type Guard = 'none' | 'user' | 'caregiver' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a successful reply is: an envelope, or a file as it is. */
export type ReplyType = 'application/json' | 'application/zip'

type RefusalStatus = 401 | 402 | 403 | 404 | 409

type Schema = z.ZodMiniType
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** One call: the server registers it, the web calls it, the OpenAPI document is printed from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  G extends Guard = Guard,
  Paged extends boolean = boolean,
> {
  /** `noun.verb`; the service and the web's hook repeat it. */
  readonly name: string
  /** What it does, in one line of its OpenAPI document. */
  readonly summary: string
  readonly scope: Scope
  readonly guard: G
  readonly method: Method
  /** Path below `/api/{scope}`, parameters as `:name`. */
  readonly path: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Refusals are envelopes, whatever it is. */
  readonly type: ReplyType
  /** What stands in the envelope's `data`; of a file nothing is said. */
  readonly data: Data
  /** The status of a successful reply. */
  readonly status: number
  /** Stands in the envelope's `message` of a successful reply. */
  readonly message: string | undefined
  /** True where a repeat with the same Idempotency-Key within 24 h gets the first answer. */
  readonly idempotent: boolean
  /** Statuses of refusals beyond those that guard, method and schemas bring. */
  readonly refusals: readonly RefusalStatus[]
  /** True where `data` is one page of a list, with `nextCursor` and, on the first page of rows, `total` beside it. */
  readonly paged: Paged
  /** True where the session has to be confirmed within the last minutes: what can't be undone. 409 where it isn't. */
  readonly fresh: boolean
  /** True where it answers whose account is suspended or closed, too; never one that needs a profile. */
  readonly whilePaused: boolean
}

interface Definition<Params, Query, Body, Data, G, Paged> {
  name: string
  summary: string
  scope: Scope
  guard: G
  method: Method
  path: string
  params?: Params
  query?: Query
  body?: Body
  type?: ReplyType
  data: Data
  status?: number
  message?: string
  idempotent?: boolean
  refusals?: readonly RefusalStatus[]
  paged?: Paged
  fresh?: boolean
  whilePaused?: boolean
}

export function endpoint<
  Data extends Schema,
  const G extends Guard,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const Paged extends boolean = false,
>(
  definition: Definition<Params, Query, Body, Data, G, Paged>,
): Endpoint<Params, Query, Body, Data, G, Paged> {
  return {
    params: undefined as Params,
    query: undefined as Query,
    body: undefined as Body,
    type: 'application/json',
    status: 200,
    message: undefined,
    idempotent: false,
    refusals: [],
    paged: false as Paged,
    fresh: false,
    whilePaused: false,
    ...definition,
  }
}

/** Anything that `endpoint()` made. */
export type AnyEndpoint = Endpoint

export type ParamsOf<E extends AnyEndpoint> = Output<E['params']>
export type QueryOf<E extends AnyEndpoint> = Output<E['query']>
export type BodyOf<E extends AnyEndpoint> = Output<E['body']>
export type DataOf<E extends AnyEndpoint> = z.output<E['data']>

/** One page of a list: `total` comes with the first one. */
export interface Page<Data> {
  data: Data
  nextCursor: string | null
  total?: number | undefined
}
/** What the server makes of a call: a list's page, or the data alone. */
export type AnswerOf<E extends AnyEndpoint> = E['paged'] extends true ? Page<DataOf<E>> : DataOf<E>

type Part<Key extends string, S> = S extends Schema ? { [K in Key]: Input<S> } : unknown
/** What a caller hands over: `params`, `query` and `body`, each only where the call has it. */
export type InputOf<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** `/api/app/playdate/:id` */
export function fullPath(of: AnyEndpoint): string {
  return `/api/${of.scope}${of.path}`
}
