import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  type CardLabel,
  cardLabel,
  isMyTurn,
  isOwner,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage, type Language } from '@tagalong/contract/values/language.ts'

/** How many children an event's title names before it counts the rest. */
const namedInTitle = 2

export function childrenOf(playdate: Playdate): Playdate['ownerChildren'] {
  return [...playdate.ownerChildren, ...playdate.recipientChildren]
}

/** `Zuri O & Anika R`; an event names two and counts the rest: `Eitan B, Anika R + 3`. */
export function playdateTitle(playdate: Playdate): string {
  return written(titleOf(playdate))
}

/** A name, and the separator between it and the next one. */
export interface Listed {
  name: string
  after: string
}

export function titleOf(playdate: Playdate): Listed[] {
  const names = childrenOf(playdate).map(childName)
  const rest = names.length - namedInTitle
  if (playdate.type !== 'group' || rest <= 0) return inList(names)
  return names.slice(0, namedInTitle).map((name, index) => ({
    name,
    after: index < namedInTitle - 1 ? ', ' : ` + ${rest}`,
  }))
}

/** `Anna`, `Anna & Ben`, `Anna, Ben & Cleo` */
export function listed(words: readonly string[]): string {
  return written(inList(words))
}

export function inList(words: readonly string[]): Listed[] {
  const language = currentLanguage()
  if (language !== 'en') return inListOf(language, words)
  const separators = ['', ' & ']
  return words.map((name, index) => ({ name, after: separators[words.length - 1 - index] ?? ', ' }))
}

/** `Ana, Leo e Inés`: a separator may depend on how the next name sounds. */
function inListOf(language: Language, words: readonly string[]): Listed[] {
  const parts = new Intl.ListFormat(language).formatToParts(words)
  return parts.flatMap(({ type, value: name }, index) => {
    const next = parts[index + 1]
    return type === 'element' ? [{ name, after: next?.type === 'literal' ? next.value : '' }] : []
  })
}

function written(list: readonly Listed[]): string {
  return list.map(({ name, after }) => name + after).join('')
}

export function fullName(caregiver: CaregiverName): string {
  return `${caregiver.name} ${caregiver.lastName}`.trim()
}

/** `Your turn`, or `Your turn: 2` if not all wait for the viewer; undefined if none does. */
export function turnText(playdates: readonly Playdate[], now: number): string | undefined {
  const mine = playdates.filter((each) => isMyTurn(each, now)).length
  if (mine === 0) return undefined
  return mine === playdates.length ? m.playdates_your_turn() : m.playdates_your_turn_count({ count: mine })
}

/** Returns the label as that viewer sees it; null for no badge. */
export function labelOf(
  playdate: Playdate,
  viewer: { _id: string; timeZone: string },
  now: number,
): CardLabel | null {
  const { timeZone } = viewer
  return cardLabel(playdate, { timeZone, response: playdate.response ?? null }, now)
}

/**
 * `Amara Okafor` or `Me`; on the viewer's own requests `Me · to Sofia Hernández`. Events never list whom they invite.
 */
export function ownerLine(playdate: Playdate, viewer: string): string {
  if (playdate.owner._id !== viewer) return fullName(playdate.owner)
  if (playdate.status !== 'pending' || playdate.type === 'group') return m.common_me()
  return m.playdates_me_to({ names: listed(playdate.recipientCaregivers.map(fullName)) })
}

/** Returns the other side's caregivers. Other guardians of the viewer's children are on the viewer's side. */
export function othersOf(playdate: Playdate): CaregiverName[] {
  return isOwner(playdate) ? playdate.recipientCaregivers : [playdate.owner]
}

/** Returns the accepted place, otherwise the proposed ones that were filled in, in order. */
export function placesOf(playdate: Playdate): string[] {
  if (playdate.acceptedLocation) return [playdate.acceptedLocation]
  const { option1, option2, option3 } = playdate.proposedLocations
  return [option1, option2, option3].filter((each) => each !== null).filter((each) => each.trim() !== '')
}

/** `Mia has another playdate then`; null if no child has one. */
export function clashText(children: readonly { firstName: string }[]): string | null {
  if (children.length === 0) return null
  const names = listed(children.map(({ firstName }) => firstName))
  return m.playdates_clash({ names, count: children.length })
}

export interface Warnings {
  clash: string | null
  /** The viewer goes to another playdate then. */
  goesThen: boolean
  /** One of the children is away then. */
  isAway: boolean
}

/** Returns what speaks against a time; null if nothing does. A child's clash is shown instead of the viewer's own. */
export function warningText({ clash, goesThen, isAway }: Warnings): string | null {
  const one = clash ?? (goesThen ? m.playdates_you_have_one() : null)
  if (!isAway) return one
  return one ? m.playdates_marks({ one, other: m.playdates_you_are_away() }) : m.playdates_you_are_away()
}

/** Returns the accepted time, otherwise the proposed ones in order. */
export function timesOf({ acceptedTime, proposedTimes }: Playdate): string[] {
  return acceptedTime ? [acceptedTime] : proposedTimes.toSorted()
}

/** `30 minutes`, `1 hour`, `1½ hours`, `2 hours`; in minutes if it isn't a multiple of half an hour. */
export function durationText(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return m.playdates_minutes({ count: minutes })
  const whole = Math.floor(minutes / 60)
  const half = minutes % 60 === 0 ? '' : '½'
  return m.playdates_hours({ count: minutes / 60, written: `${whole}${half}` })
}

/** The choices of a playdate's length. Minutes. */
export const durations = [30, 60, 90, 120, 150, 180, 210, 240] as const

/** `Sunday` for 0 */
export function weekdayName(weekday: number): string {
  // 1 February 2026 was a Sunday.
  return dateFormat('weekday').format(Date.UTC(2026, 1, 1 + weekday))
}

/** @param month from 1 to 12 */
export function monthName(month: number): string {
  return dateFormat('month').format(Date.UTC(2026, month - 1, 1))
}

/** Cached by part and language, since creating one is slow on an old phone. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(part: 'weekday' | 'month'): Intl.DateTimeFormat {
  const language = currentLanguage()
  const key = `${part} ${language}`
  const format =
    dateFormats.get(key) ?? new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' })
  dateFormats.set(key, format)
  return format
}

/** Returns a link that searches for the place on a map. Nothing is sent until it is followed. */
export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
