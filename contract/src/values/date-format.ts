import { m } from '../messages.ts'
import { currentLanguage } from './language.ts'
import { wallTime } from './time-zone.ts'

const two = (number: number) => String(number).padStart(2, '0')

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** A playdate's time: `Sat · 3:00 PM, 11/28`, `sáb · 28 nov, 3:00 p.m.` */
export function playdateTime(iso: string, zone: string): string {
  const at = Date.parse(iso)
  if (currentLanguage() === 'es') {
    const { weekday, day, month } = spanishParts(at, zone)
    return `${weekday} · ${day} ${month}, ${clockTime(iso, zone)}`
  }
  const { weekday, month, day } = wallTime(at, zone)
  return `${weekdays[weekday]} · ${clockTime(iso, zone)}, ${two(month)}/${two(day)}`
}

/** Without the weekday: `3:00 PM, 11/28`, `28 nov, 3:00 p.m.` */
export function timeAndDay(iso: string, zone: string): string {
  return playdateTime(iso, zone).replace(/^.* · /, '')
}

/** `02/20`, `20 feb`: for days of this year or the next. */
export function dayAndMonth(iso: string, zone: string): string {
  const at = Date.parse(iso)
  if (currentLanguage() === 'es') {
    const { day, month } = spanishParts(at, zone)
    return `${day} ${month}`
  }
  const { month, day } = wallTime(at, zone)
  return `${two(month)}/${two(day)}`
}

/** `3:00 PM`, `3:00 p.m.` */
export function clockTime(iso: string, zone: string): string {
  const at = Date.parse(iso)
  if (currentLanguage() === 'es') {
    const { hour, minute, dayPeriod = '' } = spanishParts(at, zone)
    return `${hour}:${minute} ${dayPeriod.replaceAll(/\s/g, '')}`
  }
  const { hour, minute } = wallTime(at, zone)
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `11/28/2026`, `28 nov 2026` */
export function shortDate(iso: string, zone: string): string {
  const at = Date.parse(iso)
  if (currentLanguage() === 'es') {
    const { day, month, year } = spanishParts(at, zone)
    return `${day} ${month} ${year}`
  }
  const { year, month, day } = wallTime(at, zone)
  return `${two(month)}/${two(day)}/${year}`
}

/** The same for a date without a time, such as `2026-11-28`. */
export function calendarDate(date: string): string {
  return shortDate(`${date}T12:00:00Z`, 'UTC')
}

/** `12/20 – 1/2`, `20 dic – 2 ene`: days away in this year or the next; a single day is written once. */
export function daysText({ from, to }: { from: string; to: string }): string {
  const [first, last] = [from, to].map((date) =>
    dayAndMonth(`${date}T12:00:00Z`, 'UTC').replaceAll(/\b0/g, ''),
  )
  return first === last ? `${first}` : `${first} – ${last}`
}

/** `9 am`, `12 pm`: a slot's start. */
export function slotHour(hour: number): string {
  const shown = { hour: hour % 12 || 12 }
  return hour < 12 ? m.value_hour_am(shown) : m.value_hour_pm(shown)
}

/** `9 am`, `12 noon`, `3 pm`: an hour in the availability editor. */
export function availabilityHour(hour: number): string {
  return hour === 12 ? m.value_noon() : slotHour(hour)
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Only the parts of Spanish dates: the separators between them differ from browser to browser. */
function spanishParts(at: number, zone: string): Parts {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('es-US', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h12',
    })
    formatters.set(zone, formatter)
  }
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]))
}
