import type {
  AnswerOf,
  AnyEndpoint,
  BodyOf,
  Guard,
  ParamsOf,
  QueryOf,
} from '@tagalong/contract/http/endpoint.ts'
import type { Authorised } from './authorised.ts'
import type { ActorOf, Ctx } from './context.ts'
import type { Refusal } from './refusal.ts'

/** The parsed request, with nothing that the contract doesn't name. */
export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

type Maybe<T> = T | Refusal | Promise<T | Refusal>

/** What a call locks first, besides its caller. */
export type FirstLocks = 'administrators' | 'account'

/** The checks before a use case, and how it runs. */
interface Checks<E extends AnyEndpoint, T> {
  /**
   * Runs before the transaction opens, for work that would hold it open for too long. It touches only the caller's own
   * data, since no policy has authorised anything yet, and its result may be thrown away.
   */
  prepare?(ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>): Promise<Refusal | null>
  /** Loads what the call is about within the actor's reach, and authorises or refuses it. */
  policy(ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>): Maybe<Authorised<T>>
  /**
   * A call that changes something runs in one transaction. 'own' if the use case opens its own: it has to commit part
   * of its work although it refuses, or hashes a password, which would hold a connection for too long.
   */
  transaction?: 'own'
  /**
   * A call locks its caller first, so that nobody erases them while it runs. 'administrators': the administrators
   * before that, for calls that take the right from one or erase somebody. 'account': the same, and the caller is
   * locked for update.
   */
  locks?: FirstLocks
}

/** A refusal is returned, and rolls back the transaction of a call that changes something. */
export interface Handling<E extends AnyEndpoint, T, Result = AnswerOf<E>> extends Checks<E, T> {
  handle(ctx: Ctx<ActorOf<E['guard']>>, authorised: Authorised<T>, input: Input<E>): Maybe<Result>
}

/** Makes the answer from the use case's result, in its transaction. Not called for a refusal. */
export interface Presenting<E extends AnyEndpoint, Result> {
  // A property: TypeScript would not check a method's `result` against what `handle` returns.
  present: (result: Result, ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>) => AnswerOf<E>
}

/** An endpoint with its policy and handler, without their types. */
export interface Route {
  endpoint: AnyEndpoint
  prepare?(ctx: Ctx<never>, input: Input<AnyEndpoint>): Promise<Refusal | null>
  policy(ctx: Ctx<never>, input: Input<AnyEndpoint>): Maybe<Authorised<unknown>>
  handle?(ctx: Ctx<never>, authorised: Authorised<unknown>, input: Input<AnyEndpoint>): Maybe<unknown>
  present?(result: unknown, ctx: Ctx<never>, input: Input<AnyEndpoint>): unknown
  transaction?: 'own'
  locks?: FirstLocks
}

/**
 * Ties an endpoint of the contract to the code that answers it. Without `present`, `handle` returns the answer itself.
 * Without `handle`, `present` gets what the policy loaded.
 */
export function route<E extends AnyEndpoint, T, Result>(
  endpoint: E,
  handling: Handling<E, T, Result> & Presenting<E, Result>,
): Route
export function route<E extends AnyEndpoint, T>(
  endpoint: E,
  handling: Checks<E, T> & Presenting<E, Authorised<T>>,
): Route
export function route<E extends AnyEndpoint, T>(endpoint: E, handling: Handling<E, T>): Route
export function route(endpoint: AnyEndpoint, handling: object): Route {
  return { endpoint, ...handling } as Route
}

/** Presents the result of a use case that answers nothing. */
export function presentNothing(): Record<never, never> {
  return {}
}

const strictness: Record<Guard, number> = { none: 0, user: 1, caregiver: 2, admin: 2 }

/** True if `guard` is as strict as `base`: an endpoint may narrow its scope's guard, never widen it. */
export function isAtLeast(guard: Guard, base: Guard): boolean {
  return strictness[guard] >= strictness[base]
}
