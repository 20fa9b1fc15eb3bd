import { kindOf } from '@tagalong/contract/features/notices/kinds.rules.ts'
import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { MailChoice } from '@tagalong/contract/features/notifications/settings.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import type { NoticeRow } from '#features/notices/notices.db.ts'
import { type Letter, type LetterRow, type LetterSection, writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'
import type { NoticesMail } from './mail-notices.kind.ts'

export interface NoticesMailOptions {
  brand: string
  publicUrl: string
  to: string
  /** The reader's first name; undefined without a profile. */
  name: string | undefined
  mail: MailChoice
  form: NoticesMail['form']
  unsubscribeUrl: string
  now: number
}

/** Most notices that one mail lists. */
const maxRows = 10
const dayMs = 86_400_000

/**
 * Writes a mail of at least one notice. Like notices, it holds names of grown-ups and times, but never a child, a place
 * or a chat's words.
 */
export function noticesMail(rows: readonly NoticeRow[], options: NoticesMailOptions): Mail {
  const { brand, publicUrl, to, name, form } = options
  const { foot, unsubscribeUrl } = endingOf(options)
  const [first] = rows
  const common = { brand, to, foot, unsubscribeUrl }
  const open = (path: string) => ({ label: m.mail_notices_open({ brand }), link: `${publicUrl}${path}` })
  if (first && rows.length === 1 && form !== 'day') {
    const { title, detail } = renderNotice(first, first.zone)
    const lines = detail === null ? [] : [detail]
    return writeLetter({ ...common, subject: title, title, lines, button: open(first.url) })
  }
  const subject = m.mail_notices_count({ count: rows.length, brand })
  const title = name === undefined ? m.mail_notices_day_nameless() : m.mail_notices_day({ name })
  const others = rows.length - maxRows
  return writeLetter({
    ...common,
    subject,
    title: form === 'day' ? title : subject,
    lines: [m.mail_notices_unseen()],
    sections: sectionsOf(rows, options.now),
    more: others > 0 ? m.mail_notices_more({ count: others }) : undefined,
    button: open('/notifications'),
  })
}

/** Mails that can't be switched off say so; all others say where to do so. */
function endingOf({
  form,
  mail,
  publicUrl,
  unsubscribeUrl,
}: NoticesMailOptions): Pick<Letter, 'unsubscribeUrl'> & Required<Pick<Letter, 'foot'>> {
  const choose = { label: m.mail_notices_choose(), link: `${publicUrl}/notification-settings` }
  if (form === 'now') return { foot: { why: m.mail_notices_why_now(), links: [choose] } }
  const why = form === 'day' && mail === 'daily' ? m.mail_notices_why_daily() : m.mail_notices_why_soon()
  return {
    foot: { why, links: [{ label: m.mail_notices_stop(), link: unsubscribeUrl }, choose] },
    unsubscribeUrl,
  }
}

type Place = 'answer' | 'tomorrow' | 'rest'

/** Sorts the rows: what waits for an answer, then tomorrow, then the rest. Keeps the first `maxRows`. */
function sectionsOf(rows: readonly NoticeRow[], now: number): LetterSection[] {
  const titles = {
    answer: m.mail_notices_answer(),
    tomorrow: m.mail_notices_tomorrow(),
    rest: m.mail_notices_rest(),
  }
  let left = maxRows
  return (['answer', 'tomorrow', 'rest'] as const).flatMap((place) => {
    const there = rows.filter((row) => placeOf(row, now) === place).slice(0, left)
    left -= there.length
    return there.length > 0 ? [{ title: titles[place], rows: there.map((row) => rowOf(row, now)) }] : []
  })
}

function placeOf({ message, params, zone }: NoticeRow, now: number): Place {
  const kind = kindOf(message ?? '')
  if (kind === 'request') return 'answer'
  if (kind !== 'reminder') return 'rest'
  const { at } = params as { at?: string }
  // A reminder to answer has no time.
  if (at === undefined) return 'answer'
  return dayOf(Date.parse(at), zone) === dayOf(now, zone) + 1 ? 'tomorrow' : 'rest'
}

/** Returns the number of the calendar day in that zone; days of 23 or 25 hours count as one, too. */
function dayOf(at: number, zone: string): number {
  const { year, month, day } = wallTime(at, zone)
  return Date.UTC(year, month - 1, day) / dayMs
}

function rowOf(row: NoticeRow, now: number): LetterRow {
  const { title, detail } = renderNotice(row, row.zone)
  const created = row.created_at.toISOString()
  const isToday = dayOf(Date.parse(created), row.zone) === dayOf(now, row.zone)
  const since = isToday ? clockTime(created, row.zone) : timeAndDay(created, row.zone)
  return { ...lookOf(row), text: title, time: detail ?? since }
}

/** Every mail program has these characters, so that no picture has to be fetched. */
function lookOf({ message }: NoticeRow): Pick<LetterRow, 'icon' | 'tile'> {
  switch (kindOf(message ?? '')) {
    case 'request':
      return { icon: '📅', tile: 'coral' }
    case 'answer':
      return { icon: '📅', tile: 'mint' }
    case 'reminder':
      return { icon: '⏰', tile: 'sun' }
    case 'message':
      return { icon: '💬', tile: 'lilac' }
    default:
      return { icon: '🔔', tile: 'lilac' }
  }
}
