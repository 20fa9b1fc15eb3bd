/** So long after the end: time enough to call about the forgotten jacket. Milliseconds. */
const after = 2 * 3_600_000

/** Until when the other side reads number and lines. */
export function afternoonEnd(acceptedTime: Date, durationMinutes: number): Date {
  return new Date(acceptedTime.getTime() + durationMinutes * 60_000 + after)
}
