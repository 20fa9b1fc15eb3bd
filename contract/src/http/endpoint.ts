import type * as z from 'zod/mini'

/** Where a call lives: the path segment after /api/, which also sets the base guard. */
export type Scope = 'public' | 'auth' | 'app' | 's3' | 'stripe' | 'admin'

/**
 * Who may call, checked before any row is read.
 * none: anyone · user: a valid session · caregiver: a session with a profile · admin: an administrator.
 */
export type Guard = 'none' | 'user' | 'caregiver' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Content type of a successful reply: an envelope, or a file. */
export type ReplyType = 'application/json' | 'application/zip'

type RefusalStatus = 401 | 402 | 403 | 404 | 409

type Schema = z.ZodMiniType
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** One call: registered by the server, called by the web app, and described in the OpenAPI document. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  G extends Guard = Guard,
  Paged extends boolean = boolean,
> {
  /** `noun.verb`; the service and the web's hook use the same name. */
  readonly name: string
  /** What it does, in one line of the OpenAPI document. */
  readonly summary: string
  readonly scope: Scope
  readonly guard: G
  readonly method: Method
  /** Path below `/api/{scope}`, parameters as `:name`. */
  readonly path: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Type of a successful reply; refusals are always envelopes. */
  readonly type: ReplyType
  /** Schema of the envelope's `data`; not used for files. */
  readonly data: Data
  /** The status of a successful reply. */
  readonly status: number
  /** The envelope's `message` in a successful reply. */
  readonly message: string | undefined
  /** True if a repeat with the same Idempotency-Key within 24 h gets the first answer. */
  readonly idempotent: boolean
  /** Statuses of refusals besides those that follow from the guard, method and schemas. */
  readonly refusals: readonly RefusalStatus[]
  /** True if `data` is a page of a list, with `nextCursor` and, on the first page of rows, `total` beside it. */
  readonly paged: Paged
  /** True if the session has to be fresh, as for calls that can't be undone; else 409. */
  readonly fresh: boolean
  /** True if it is open to suspended and closed accounts, too; never for calls that need a profile. */
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

/** One page of a list; `total` only on the first. */
export interface Page<Data> {
  data: Data
  nextCursor: string | null
  total?: number | undefined
}
/** What the server returns for a call: a page of a list, or only the data. */
export type AnswerOf<E extends AnyEndpoint> = E['paged'] extends true ? Page<DataOf<E>> : DataOf<E>

type Part<Key extends string, S> = S extends Schema ? { [K in Key]: Input<S> } : unknown
/** What a caller passes: `params`, `query` and `body`, each only if the call has it. */
export type InputOf<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** `/api/app/playdate/:id` */
export function fullPath(of: AnyEndpoint): string {
  return `/api/${of.scope}${of.path}`
}
