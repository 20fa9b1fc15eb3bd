/** Asks the user to confirm their identity; false if they cancel. Set by the app once it is rendered. */
let check = async (): Promise<boolean> => false
let asking: Promise<boolean> | undefined
/** As `performance.now()` counts. */
let confirmedAt = Number.NEGATIVE_INFINITY

export function registerIdentityCheck(next: typeof check): void {
  check = next
}

/**
 * Calls that need a confirmation at the same time share one question. A call that was sent before the last confirmation
 * doesn't ask again.
 *
 * @param sentAt when the refused call was sent, as `performance.now()` counts
 */
export async function confirmsIdentity(sentAt: number): Promise<boolean> {
  if (confirmedAt > sentAt) return true
  asking ??= check().finally(() => {
    asking = undefined
  })
  const isConfirmed = await asking
  if (isConfirmed) confirmedAt = performance.now()
  return isConfirmed
}
