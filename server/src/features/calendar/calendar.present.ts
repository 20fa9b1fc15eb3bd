import type {
  CalendarFeed,
  PlaydateCalendar,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import type { FeedRow } from './calendar.db.ts'
import type { EntryFile } from './entries.ts'

export function presentFeed(row: FeedRow): CalendarFeed {
  return {
    createdAt: row.created_at.toISOString(),
    saysWhoAndWhere: row.says_who_and_where,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  }
}

export function presentEntryFile({ ics, googleUrl }: EntryFile): PlaydateCalendar {
  return { fileName: 'playdate.ics', ics, googleUrl }
}
