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

/** The parsed request: nothing in it that the contract does not name. */
export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

type Maybe<T> = T | Refusal | Promise<T | Refusal>

/** What a call locks before all else, besides its caller. */
export type FirstLocks = 'administrators' | 'account'

/** What is asked before the use case runs, and how it is run. */
interface Checks<E extends AnyEndpoint, T> {
  /**
   * What takes too long to hold a transaction open for it, before that opens. It concerns what is the caller's own
   * alone, since no policy has authorised it yet, and bears to be done in vain.
   */
  prepare?(ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>): Promise<Refusal | null>
  /** Loads what the call is about within the actor's reach, and authorises or refuses it. */
  policy(ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>): Maybe<Authorised<T>>
  /**
   * A call that changes something runs in one transaction. 'own' where the use case must commit part of its work
   * although it refuses, or hashes a password, which would hold a connection for too long.
   */
  transaction?: 'own'
  /**
   * A call locks its caller before all else, so that nobody erases them while it runs. 'administrators': before that,
   * who they are, for what takes the right from one or erases somebody. 'account': that, and the caller as a whole.
   */
  locks?: FirstLocks
}

/** Refusals are returned; a mutation that returns one has its transaction rolled back. */
export interface Handling<E extends AnyEndpoint, T, Result = AnswerOf<E>> extends Checks<E, T> {
  handle(ctx: Ctx<ActorOf<E['guard']>>, authorised: Authorised<T>, input: Input<E>): Maybe<Result>
}

/** Makes the answer of what the use case gives, unless that is a refusal; in its transaction. */
export interface Presenting<E extends AnyEndpoint, Result> {
  // A property: of a method TypeScript would not check that `handle` gives all that it asks for.
  present: (result: Result, ctx: Ctx<ActorOf<E['guard']>>, input: Input<E>) => AnswerOf<E>
}

/** An endpoint with its policy and its handler, whatever its types. */
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
 * Ties an endpoint of the contract to the code that answers it. Without `present`, `handle` gives the answer itself.
 * Without `handle`, what the policy loaded is all that there is to do.
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

/** For a use case that answers nothing. */
export function presentNothing(): Record<never, never> {
  return {}
}

const strictness: Record<Guard, number> = { none: 0, user: 1, caregiver: 2, admin: 2 }

/** A scope's guard may be narrowed by its endpoints, never widened. */
export function isAtLeast(guard: Guard, base: Guard): boolean {
  return strictness[guard] >= strictness[base]
}
