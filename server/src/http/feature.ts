import type { Scope } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DemoPayments } from '#integrations/demo-payments.ts'
import type { Mailer } from '#integrations/mailer.ts'
import type { Job, Queue } from '#jobs/queue.ts'
import type { Common } from './answering.ts'
import type { Route } from './route.ts'
import type { Shared } from './scope.ts'

/** What a feature brings; app.ts lists them. */
export interface Feature {
  /** Its calls by scope, each of which has a base guard. */
  routes?: Partial<Record<Scope, readonly Route[]>>
  jobs?(parts: JobParts): Job[]
  /** Routes outside the contract, which judge whoever comes by themselves. */
  addPlainRoutes?(app: FastifyInstance, parts: PlainParts): Promise<void>
}

/** What jobs are made of. */
export interface JobParts extends Pick<Common, 'database' | 'env' | 'clock' | 'files' | 'payments' | 'push'> {
  mailer: Mailer
  log: FastifyBaseLogger
  /** Known only once its jobs are. */
  queue: () => Queue
}

export interface PlainParts extends Shared {
  /** Only where no payment provider is set. */
  demo: DemoPayments | null
}
