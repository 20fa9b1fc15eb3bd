import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/** A guardian's place with a child is over, unless they stayed: what is theirs passes on. Handled in `erasure`. */
export const placeOverKind: JobKind<{ child: string; caregiver: string }> = {
  name: 'place-over',
  data: z.object({ child: z.string(), caregiver: z.string() }),
}
