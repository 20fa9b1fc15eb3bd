import { wallTime } from './time-zone.ts'

const two = (number: number) => String(number).padStart(2, '0')
const time = (hour: number, minute: number) => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `Sat · 3:00 PM, 11/28`: how a playdate's time is written. */
export function playdateTime(iso: string, zone: string): string {
  const wall = wallTime(Date.parse(iso), zone)
  return `${weekdays[wall.weekday]} · ${time(wall.hour, wall.minute)}, ${two(wall.month)}/${two(wall.day)}`
}

/** `3:00 PM` */
export function clockTime(iso: string, zone: string): string {
  const wall = wallTime(Date.parse(iso), zone)
  return time(wall.hour, wall.minute)
}

/** `11/28/2026` */
export function shortDate(iso: string, zone: string): string {
  const wall = wallTime(Date.parse(iso), zone)
  return `${two(wall.month)}/${two(wall.day)}/${wall.year}`
}

/** `9 am`, `12 pm`: how a slot that starts on the whole hour is written. */
export function slotHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`
}

/** `9 am`, `12 noon`, `3 pm`: how the availability editor writes an hour. */
export function availabilityHour(hour: number): string {
  return hour === 12 ? '12 noon' : slotHour(hour)
}
