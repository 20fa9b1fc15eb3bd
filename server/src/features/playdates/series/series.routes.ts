import * as calls from '@tagalong/contract/features/playdates/series.contract.ts'
import { route } from '#http/route.ts'
import { refuseManyChanges } from '../playdates.service.ts'
import { invitedSeries, stoppableSeries, visibleSeries } from './series.policy.ts'
import { presentSeries } from './series.present.ts'
import { answerSeries, stopSeries } from './series.service.ts'

export const seriesRoutes = [
  route(calls.getSeries, { policy: visibleSeries, present: presentSeries }),
  route(calls.answerSeries, {
    prepare: refuseManyChanges,
    policy: invitedSeries,
    handle: (ctx, rows, { body }) => answerSeries(ctx, rows, body),
    present: ({ rows, left }, ctx) => ({ ...presentSeries(rows, ctx), left }),
  }),
  route(calls.stopSeries, {
    prepare: refuseManyChanges,
    policy: stoppableSeries,
    handle: stopSeries,
    present: presentSeries,
  }),
]
