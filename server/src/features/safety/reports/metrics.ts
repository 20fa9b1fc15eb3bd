import { Gauge } from '@prometheus-io/client'
import { reportReasons } from '@tagalong/contract/features/safety/safety.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { PlainParts } from '#http/feature.ts'
import { countOpenReports } from './reports.db.ts'

/** Counted at each request, so that all processes report the same. */
export function addReportMetrics({ metrics }: FastifyInstance, { database }: PlainParts): void {
  new Gauge({
    name: 'reports_open',
    help: 'reports that wait for a decision',
    labelNames: ['reason'],
    registers: [metrics],
    async collect() {
      const counts = await countOpenReports(database.kysely)
      for (const reason of reportReasons) this.set({ reason }, counts.get(reason) ?? 0)
    },
  })
}
