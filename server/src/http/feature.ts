import type { Scope } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { DemoPayments } from '#integrations/demo-payments.ts'
import type { Job } from '#jobs/queue.ts'
import type { JobCtx } from './context.ts'
import type { Route } from './route.ts'
import type { Shared } from './scope.ts'

/** What a feature brings; features.ts lists all features. */
export interface Feature {
  /** Its calls by scope; each scope has a base guard. */
  routes?: Partial<Record<Scope, readonly Route[]>>
  /** Work that its calls leave for after the commit, or that runs by the clock. */
  jobs?: readonly Job<JobCtx>[]
  /**
   * Does each minute what is due by the clock. It finds what is due and changes it by conditional updates only, so it
   * is idempotent, however often or late it runs.
   */
  due?: readonly ((ctx: DueCtx) => Promise<void>)[]
  /** Adds routes outside the contract, which check their callers themselves. */
  addPlainRoutes?(app: FastifyInstance, parts: PlainParts): Promise<void>
}

/** `db` isn't a transaction. */
export type DueCtx = Pick<JobCtx, 'db' | 'queue' | 'clock' | 'log'>

export interface PlainParts extends Shared {
  /** null unless the demo stands in for a payment provider. */
  demo: DemoPayments | null
}
