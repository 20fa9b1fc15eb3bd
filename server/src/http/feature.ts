import type { Scope } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { DemoPayments } from '#integrations/demo-payments.ts'
import type { Job } from '#jobs/queue.ts'
import type { JobCtx } from './context.ts'
import type { Route } from './route.ts'
import type { Shared } from './scope.ts'

/** What a feature brings; app.ts lists them. */
export interface Feature {
  /** Its calls by scope, each of which has a base guard. */
  routes?: Partial<Record<Scope, readonly Route[]>>
  /** What its calls leave for after the commit, and what the clock starts. */
  jobs?: readonly Job<JobCtx>[]
  /** Routes outside the contract, which check whoever comes by themselves. */
  addPlainRoutes?(app: FastifyInstance, parts: PlainParts): Promise<void>
}

export interface PlainParts extends Shared {
  /** Only where no payment provider is set. */
  demo: DemoPayments | null
}
