import type { Scope } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { DemoPayments } from '#integrations/demo-payments.ts'
import type { Job } from '#jobs/queue.ts'
import type { JobCtx } from './context.ts'
import type { Route } from './route.ts'
import type { Shared } from './scope.ts'

/** What a feature brings; features.ts lists them. */
export interface Feature {
  /** Its calls by scope, each of which has a base guard. */
  routes?: Partial<Record<Scope, readonly Route[]>>
  /** What its calls leave for after the commit, and what the clock starts. */
  jobs?: readonly Job<JobCtx>[]
  /**
   * What is due by the clock, each minute. It looks for it, changes it by conditional updates alone, and so does nothing
   * a second time, however often or late it runs.
   */
  due?: readonly ((ctx: DueCtx) => Promise<void>)[]
  /** Routes outside the contract, which check whoever comes by themselves. */
  addPlainRoutes?(app: FastifyInstance, parts: PlainParts): Promise<void>
}

/** `db` is no transaction. */
export type DueCtx = Pick<JobCtx, 'db' | 'queue' | 'clock' | 'log'>

export interface PlainParts extends Shared {
  /** Only where no payment provider is set. */
  demo: DemoPayments | null
}
