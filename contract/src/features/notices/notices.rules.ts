import * as z from 'zod/mini'
import { m } from '../../messages.ts'
import { calendarDate, clockTime, playdateTime, timeAndDay } from '../../values/date-format.ts'
import type { Language } from '../../values/language.ts'
import { wallTime } from '../../values/time-zone.ts'
import {
  type NoticeMessage,
  noticeParams,
  noticeTexts,
  type SecurityFact,
  type Words,
} from './notice-messages.ts'

export type Notice = {
  [M in NoticeMessage]: { message: M; params: z.output<(typeof noticeParams)[M]> }
}[NoticeMessage]

/** As stored. */
export interface KeptNotice {
  /** null for notices of the previous release, which have only a title */
  message: string | null
  params: unknown
  title: string
  /** The current name of the caregiver it is about; empty if the reader may not know it, null if there is none. */
  about: string | null
  /** What the reader called the person they invited; null if there is none, or it is gone. */
  invitee: string | null
  /** The current name of the group; null if there is none, or it is gone. */
  group: string | null
}

/** As its reader sees it. */
export interface RenderedNotice {
  title: string
  /** Day and time of what it is about. */
  detail: string | null
}

/** Returns the same text as the notice of that message. */
export function securityText(fact: SecurityFact): string {
  return noticeTexts[`security.${fact}`](noWords)
}

/**
 * Renders the notice in the current language; names and other inserted words stay as they are. `zone` is the reader's.
 */
export function renderNotice(kept: KeptNotice, zone: string, now = Date.now()): RenderedNotice {
  const notice = readNotice(kept)
  if (!notice) return { title: renderTitle(kept), detail: null }
  const somebody = m.value_another_family()
  const words = {
    ...wordsOf(notice, zone, now),
    about: kept.about || somebody,
    invitee: kept.invitee ?? somebody,
    group: kept.group ?? someGroup(notice),
  }
  return { title: noticeTexts[notice.message](words), detail: detailOf(notice, zone) }
}

/** The words for a group that is gone. */
function someGroup({ message }: Notice, options?: { locale: Language }): string {
  const words = m.value_some_group({}, options)
  const isFirst = message === 'group.code'
  return isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

function detailOf({ params }: Notice, zone: string): string | null {
  const [first, ...others] = 'times' in params ? params.times : []
  if (first === undefined) return null
  const time = playdateTime(first, zone)
  return others.length === 0 ? time : m.notice_more_times({ time, count: others.length })
}

/**
 * Returns the English title that the previous release shows. That release replaces a leading '{name}', so no typed text
 * may contain that.
 */
export function titleOf(notice: Notice): string {
  const typed = Object.entries(wordsOf(notice, 'UTC', 0)).map(([key, word]) => [
    key,
    word.replaceAll(name, '{ name }'),
  ])
  const english = { locale: 'en' } as const
  const group = someGroup(notice, english)
  const words = { ...noWords, ...Object.fromEntries(typed), about: name, invitee: 'Another family', group }
  const text = noticeTexts[notice.message](words, english)
  // That release replaces '{name}' only at the beginning.
  return text.indexOf(name) > 0 ? text.replace(name, 'another family') : text
}

const name = '{name}'
const noWords: Words = {
  about: '',
  invitee: '',
  group: '',
  date: '',
  time: '',
  clock: '',
  day: 'another',
  brand: '',
  text: '',
}

/** Undefined for a message of a later release, which is unknown here. */
function readNotice({ message, params }: KeptNotice): Notice | undefined {
  if (message === null || !Object.hasOwn(noticeParams, message)) return undefined
  const read = z.safeParse(noticeParams[message as NoticeMessage], params)
  return read.success ? ({ message, params: read.data } as Notice) : undefined
}

function wordsOf({ params }: Notice, zone: string, now: number): Words {
  if ('times' in params) return noWords
  if ('at' in params) {
    const { at } = params
    return { ...noWords, time: timeAndDay(at, zone), clock: clockTime(at, zone), day: dayOf(at, zone, now) }
  }
  return { ...noWords, ...params, ...('date' in params && { date: calendarDate(params.date) }) }
}

/** By the zone's calendar. */
function dayOf(at: string, zone: string, now: number): Words['day'] {
  const [then, today] = [Date.parse(at), now].map((each) => {
    const { year, month, day } = wallTime(each, zone)
    return Date.UTC(year, month - 1, day)
  }) as [number, number]
  if (then === today) return 'today'
  return then - today === 86_400_000 ? 'tomorrow' : 'another'
}

/** These titles contain a typed name, so '{name}' in them is no placeholder. */
const typed = / (?:declined your invite|came by your invite link)$/

function renderTitle({ title, about }: KeptNotice): string {
  return about === null || typed.test(title) || !title.startsWith(name)
    ? title
    : (about || m.value_another_family()) + title.slice(name.length)
}
