import * as z from 'zod/mini'
import type { DueCtx } from '#http/feature.ts'
import type { Job } from '#jobs/queue.ts'
import { features } from './features.ts'

/** Each minute. */
export const dueJob: Job<DueCtx> = {
  name: 'due',
  data: z.object({}),
  cron: '* * * * *',
  run: (_none, ctx) => doDue(ctx),
}

/** All that is due by the clock. A part that fails keeps none of the others from it; then all is tried again. */
export async function doDue(ctx: DueCtx): Promise<void> {
  const errors: unknown[] = []
  for (const due of features.flatMap((each) => each.due ?? [])) {
    await due(ctx).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all that is due was done')
}
