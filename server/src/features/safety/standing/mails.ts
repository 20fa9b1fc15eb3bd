import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'
import type { DecisionMailRow } from './standing.db.ts'

interface Place {
  brand: string
  link: string
}

/** For the user a decision concerns, or the admins of the group it is about. Must not name a reporter. */
export function decisionMail(row: DecisionMailRow, { brand, link }: Place): Mail {
  const title = titleOf(row)
  return writeLetter({
    brand,
    to: row.email,
    subject: title,
    title,
    lines: [row.words ?? '', ...untilOf(row)],
    button: { label: m.mail_standing_button({ brand }), link },
    otherwise:
      row.group === null
        ? m.mail_standing_otherwise()
        : m.mail_standing_group_otherwise({ group: row.group }),
  })
}

function titleOf({ kind, group }: DecisionMailRow): string {
  if (group !== null) return m.notice_group_word({ group })
  if (kind === 'suspend') return m.notice_account_paused()
  return kind === 'close' ? m.notice_account_closed() : m.notice_account_word()
}

function untilOf({ kind, until, zone }: DecisionMailRow): string[] {
  const time = until && playdateTime(until.toISOString(), zone)
  if (kind === 'suspend') {
    return [time ? m.mail_standing_paused({ time }) : m.mail_standing_paused_open()]
  }
  return kind === 'close' && time ? [m.mail_standing_closed({ time })] : []
}
