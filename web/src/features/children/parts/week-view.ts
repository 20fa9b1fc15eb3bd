import type { Availability, Day } from '@tagalong/contract/values/availability.ts'

/** Props of the views of free hours: the whole week, or one day at a time. */
export interface WeekViewProps {
  label: string
  week: Availability
  onChange: (week: Availability) => void
  /** The day being viewed, or painted last. */
  day: Day
  onDay: (day: Day) => void
}
