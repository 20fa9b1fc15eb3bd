/** How long after the end, in milliseconds: enough time to call about a forgotten jacket. */
const after = 2 * 3_600_000

/** Returns until when the other side can read the number and lines. */
export function afternoonEnd(acceptedTime: Date, durationMinutes: number): Date {
  return new Date(acceptedTime.getTime() + durationMinutes * 60_000 + after)
}
