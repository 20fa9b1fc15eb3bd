import type { Text } from '@tagalong/contract/messages.ts'

/** A screen's page, as the build writes it. */
export interface Page {
  /** As the list of routes writes it, for example `/group/:id`. */
  path: string
  title: string | Text | null
  /** Who sees what is rendered into it; null where nothing is. */
  who: 'anybody' | 'visitor' | 'caregiver' | null
  /** Fetch the code that it needs beside the app's own, its frame's first. */
  loads: readonly (() => Promise<unknown>)[]
}
