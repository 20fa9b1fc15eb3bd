import { isGoing } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import ical, {
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventClass,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { PlaydateChildRow, PlaydateRow } from '#features/playdates/playdate-people.ts'
import { isNameless } from '#features/visibility/erased-names.ts'

/** How often calendar apps are asked to reload. */
const hourSeconds = 3_600

/** A playdate with a time: others never appear in a calendar. */
export type Timed = PlaydateRow & { accepted_time: Date }

/**
 * True if it is confirmed, or was called off after that, and the caregiver sees it whole and, if it is an event, owns
 * it or said yes.
 */
export function goesTo(row: PlaydateRow): row is Timed {
  if (row.accepted_time === null || !['accepted', 'cancelled'].includes(row.status)) return false
  const isWhole = row.sight === 'whole' || row.sight === 'quiet'
  return isWhole && isGoing({ ...row, status: 'accepted' })
}

interface Saying {
  publicUrl: string
  withTitle: boolean
  withPlace: boolean
}

/** Holds no organizer, attendee, alarm or description, so that a copy of the calendar reveals no more than this. */
function entryOf(row: Timed, { publicUrl, withTitle, withPlace }: Saying): ICalEventData {
  return {
    id: idOf(row),
    sequence: row.version - 1,
    start: row.accepted_time,
    end: endOf(row),
    stamp: row.updated_at,
    lastModified: row.updated_at,
    summary: titleOf(row, withTitle),
    location: withPlace ? row.accepted_location : null,
    url: `${publicUrl}/view-playdate-information/${idOf(row)}`,
    class: ICalEventClass.PRIVATE,
    transparency: ICalEventTransparency.OPAQUE,
    status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

/** A family taken off an event keeps the same entry. */
function idOf({ copy_of, id }: Timed): string {
  return copy_of ?? id
}

function endOf({ accepted_time, duration_minutes }: Timed): Date {
  return new Date(accepted_time.getTime() + duration_minutes * 60_000)
}

/**
 * Returns a title without names, or with first names of own children and grown-ups; another family's child is never
 * named.
 */
export function titleOf(row: PlaydateRow, withNames: boolean): string {
  if (!withNames) return row.type === 'group' ? m.calendar_event() : m.calendar_playdate()
  const own =
    row.side === 'owner' ? row.ownerChildren : row.recipientChildren.filter((each) => comes(row, each))
  const across = row.side === 'owner' ? row.recipients : [row.owner]
  const names = new Intl.ListFormat(currentLanguage())
  const children = names.format(own.filter(({ is_own }) => is_own).map(({ first_name }) => first_name))
  const adults = names.format(across.map((each) => (isNameless(each) ? m.value_another_family() : each.name)))
  if (row.type === 'group') return eventTitle(row, { children, adults })
  if (children) return adults ? m.calendar_with({ children, adults }) : children
  return adults ? m.calendar_playdate_with({ adults }) : m.calendar_playdate()
}

/** True if the child comes: of several whom an event invites, some may stay at home. */
function comes({ type }: PlaydateRow, { response }: PlaydateChildRow): boolean {
  return type === 'single' || response === 'accepted'
}

function eventTitle(row: PlaydateRow, { children, adults }: { children: string; adults: string }): string {
  if (row.side === 'owner') return children ? m.calendar_own_event({ children }) : m.calendar_event()
  return children ? m.calendar_event_with({ children, adults }) : m.calendar_event_of({ adults })
}

export interface CalendarOptions extends Saying {
  brandName: string
}

/** Without entries it is the same text for everybody. */
export function calendarOf(rows: readonly Timed[], { brandName, ...saying }: CalendarOptions): string {
  const calendar: ICalCalendar = ical({
    name: brandName,
    prodId: { company: brandName, product: brandName, language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: hourSeconds,
  })
  for (const row of rows) calendar.createEvent(entryOf(row, saying))
  return calendar.toString()
}

/** Returns Google's page for a new entry. */
export function googleUrlOf(row: Timed, { publicUrl, title }: { publicUrl: string; title: string }): string {
  const url = new URL('https://calendar.google.com/calendar/render')
  const moment = (at: Date) => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
  url.searchParams.set('action', 'TEMPLATE')
  url.searchParams.set('text', title)
  url.searchParams.set('dates', `${moment(row.accepted_time)}/${moment(endOf(row))}`)
  if (row.accepted_location) url.searchParams.set('location', row.accepted_location)
  url.searchParams.set('details', `${publicUrl}/view-playdate-information/${idOf(row)}`)
  return url.href
}

/** One playdate for a calendar, as a file and as Google's page. */
export interface EntryFile {
  ics: string
  googleUrl: string
}
