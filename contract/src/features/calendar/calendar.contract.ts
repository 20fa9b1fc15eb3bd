import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

/** A caregiver's own calendar link, without its address. */
export const calendarFeed = z.object({
  createdAt: instant,
  /** If true, entries name own children, other grown-ups and places; if false, they only say 'Playdate'. */
  saysWhoAndWhere: z.boolean(),
  lastReadAt: z.nullable(instant),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

const choice = z.strictObject({ saysWhoAndWhere: z.boolean() })

export const getCalendarFeed = endpoint({
  name: 'calendar.getFeed',
  summary: 'Read whether there is a calendar link',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/calendar-feed',
  data: z.nullable(calendarFeed),
})

/** Ends the previous link. `url` is returned only here: no answer is stored for a repeat. 10 a day. */
export const createCalendarFeed = endpoint({
  name: 'calendar.createFeed',
  summary: 'Make a calendar link',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/calendar-feed',
  body: choice,
  data: z.object({ feed: calendarFeed, url: z.url() }),
  status: 201,
})

export const chooseCalendarFeed = endpoint({
  name: 'calendar.chooseFeed',
  summary: 'Choose what the calendar link says',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/calendar-feed/choice',
  body: choice,
  data: calendarFeed,
  refusals: [404],
})

export const deleteCalendarFeed = endpoint({
  name: 'calendar.deleteFeed',
  summary: 'Turn the calendar link off',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/calendar-feed',
  data: z.object({}),
  refusals: [404],
})

export const calendarTexts = {
  notConfirmed: m.prompt_calendar_not_confirmed,
  over: m.prompt_calendar_over,
} as const

/** For caregivers who are going to a playdate that has not ended; else 409. */
export const getPlaydateCalendar = endpoint({
  name: 'calendar.ofPlaydate',
  summary: 'Read a playdate as a calendar entry',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/playdate/:id/calendar',
  params: idParams,
  data: z.object({ fileName: z.string(), ics: z.string(), googleUrl: z.url() }),
  refusals: [409],
})
export type PlaydateCalendar = z.infer<typeof getPlaydateCalendar.data>
