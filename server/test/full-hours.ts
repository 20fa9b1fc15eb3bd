const hourMs = 3_600_000

let current = nearest()

function nearest(): number {
  return Math.round(Date.now() / hourMs) * hourMs
}

/** Before each file of tests (vitest.config.ts): within one the hour doesn't turn between two questions for one time. */
export function startHour(): void {
  current = nearest()
}

/** In that many hours, on the full hour nearest to it: the same time however often a test asks. */
export function inHours(hours: number): Date {
  return new Date(current + hours * hourMs)
}
