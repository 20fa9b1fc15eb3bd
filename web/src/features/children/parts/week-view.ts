import type { Availability, Day } from '@tagalong/contract/values/availability.ts'

/** Of what shows free hours, whole or a day at a time. */
export interface WeekViewProps {
  label: string
  week: Availability
  onChange: (week: Availability) => void
  /** The day that is looked at or was painted last. */
  day: Day
  onDay: (day: Day) => void
}
