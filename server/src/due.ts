import * as z from 'zod/mini'
import type { DueCtx } from '#http/feature.ts'
import type { Job } from '#jobs/queue.ts'
import { features } from './features.ts'

export const dueJob: Job<DueCtx> = {
  name: 'due',
  data: z.object({}),
  cron: '* * * * *',
  run: (_none, ctx) => doDue(ctx),
}

/**
 * Does everything that is due by the clock. If a part fails, the others still run; then it throws, so that all are
 * tried again.
 */
export async function doDue(ctx: DueCtx): Promise<void> {
  const errors: unknown[] = []
  for (const due of features.flatMap((each) => each.due ?? [])) {
    await due(ctx).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all that is due was done')
}
