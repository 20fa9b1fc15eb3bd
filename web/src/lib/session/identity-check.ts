/** Set by the app once it is rendered: asks whoever is in to show that it is them. False where they leave that. */
let check = async (): Promise<boolean> => false
let asking: Promise<boolean> | undefined

export function registerIdentityCheck(next: typeof check): void {
  check = next
}

/** Of several calls that wait for it, all wait for the same question. */
export function confirmsIdentity(): Promise<boolean> {
  asking ??= check().finally(() => {
    asking = undefined
  })
  return asking
}
