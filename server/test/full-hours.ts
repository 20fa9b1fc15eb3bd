const hourMs = 3_600_000

let current = lastFull()

function lastFull(): number {
  return Math.floor(Date.now() / hourMs) * hourMs
}

/** Before each file of tests (vitest.config.ts): within one the hour doesn't turn between two questions for one time. */
export function startHour(): void {
  current = lastFull()
}

/** So many hours after the last full one: the same time however often a test asks. */
export function inHours(hours: number): Date {
  return new Date(current + hours * hourMs)
}
