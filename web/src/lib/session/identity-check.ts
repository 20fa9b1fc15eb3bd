/** Set by the app once it is rendered: asks whoever is in to show that it is them. False where they leave that. */
let check = async (): Promise<boolean> => false
let asking: Promise<boolean> | undefined
/** As `performance.now()` counts. */
let confirmedAt = Number.NEGATIVE_INFINITY

export function registerIdentityCheck(next: typeof check): void {
  check = next
}

/**
 * Of several calls that wait for it, all wait for the same question. One whose refusal came in later than the answer
 * isn't asked for again.
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
