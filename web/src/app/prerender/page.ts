import type { Text } from '@tagalong/contract/messages.ts'

/** A screen's page, as the build writes it. */
export interface Page {
  /** As in the list of routes, for example `/group/:id`. */
  path: string
  title: string | Text | null
  /** For whom its content was prerendered; null if nothing was. */
  who: 'anybody' | 'visitor' | 'caregiver' | null
  /** Load the code that it needs beside the app's own, its frame's first. */
  loads: readonly (() => Promise<unknown>)[]
}
