import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/** Keys of uploads or photos, whose bytes and rows go. */
export const eraseFilesKind: JobKind<{ keys: string[] }> = {
  name: 'erase-files',
  data: z.object({ keys: z.array(z.string()) }),
}
