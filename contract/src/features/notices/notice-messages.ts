import * as z from 'zod/mini'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import type { Language } from '../../values/language.ts'

const none = z.object({})
/** Notices of the previous release hold the group's name instead of its id: see `group` of `KeptNotice`. */
const group = z.object({ groupId: z.catch(id, '') })
const connection = z.object({ connection: id })
/** Accepted or proposed times. */
const times = z.object({ times: z.array(instant) })
/** When something begins or ends. */
const moment = z.object({ at: instant })
const day = z.object({ date: z.iso.date() })

/**
 * The parameters of each message. Persons and groups are ids, so that no names are left behind when they are erased.
 */
export const noticeParams = {
  'connection.asked': none,
  'connection.accepted': none,
  'connection.declined': connection,
  'connection.joined': connection,
  'playdate.sent': times,
  'playdate.countered': times,
  'playdate.timeAsked': times,
  'playdate.timeRejected': times,
  'playdate.timeTakenBack': times,
  'playdate.moved': moment,
  'playdate.confirmed': times,
  'playdate.rejected': times,
  'playdate.cancelled': times,
  'playdate.unanswered': none,
  'playdate.over': none,
  'ask.rejected': none,
  'ask.unanswered': none,
  'ask.nobody': none,
  'ask.past': none,
  'playdate.fewer': times,
  'playdate.childrenGone': times,
  'playdate.familyGone': times,
  'event.invited': times,
  'event.moved': times,
  'event.coming': times,
  'event.notComing': times,
  'event.cancelled': times,
  'event.fewer': times,
  'event.childrenGone': times,
  'event.hostGone': times,
  'event.guestGone': times,
  'event.guestsGone': times,
  'spots.offered': moment,
  'spots.over': none,
  'spots.everybody': times,
  'series.weekly': times,
  'series.biweekly': times,
  'series.weeklyEvent': times,
  'series.biweeklyEvent': times,
  'reminder.playdate': moment,
  'reminder.event': moment,
  'reminder.ownEvent': moment,
  'reminder.answer': none,
  'chat.message': none,
  'child.changed': none,
  'guardian.opened': none,
  'guardian.stopped': none,
  'guardian.soon': moment,
  'guardian.soonYou': moment,
  'guardian.began': none,
  'guardian.beganYou': none,
  'guardian.leaves': moment,
  'guardian.leavesYou': moment,
  'guardian.stays': none,
  'guardian.left': none,
  'helper.began': day,
  'helper.ends': day,
  'helper.endsYou': day,
  'side.sent': times,
  'side.confirmed': times,
  'side.declined': times,
  'side.changed': times,
  'side.cancelled': times,
  'side.yes': times,
  'side.no': times,
  'help.confirmed': times,
  'help.changed': times,
  'help.cancelled': times,
  'introduction.made': none,
  'place.ends': moment,
  'place.returns': moment,
  'place.stays': none,
  'group.joined': group,
  'group.added': group,
  'group.ended': group,
  'group.code': group,
  /** In the reader's time zone. */
  'membership.ends': z.object({ date: z.iso.date() }),
  'membership.fails': z.object({ brand: z.string() }),
  'admin.codesUsedUp': none,
  'admin.said': z.object({ text: z.string() }),
  'report.waiting': none,
  'report.danger': none,
  'report.nobody': none,
  'report.lookedAt': none,
  'account.word': none,
  'account.paused': none,
  'account.closed': none,
  'group.word': group,
  'papers.change': z.object({ date: z.iso.date() }),
  'security.signedIn': none,
  'security.passwordChanged': none,
  'security.numberChanged': none,
  'security.numberCleared': none,
  'security.passkeyAdded': none,
  'security.passkeyRemoved': none,
  'security.secondStepOn': none,
  'security.secondStepOff': none,
  'security.codesMade': none,
  'security.codeUsed': none,
  'security.downloaded': none,
  'security.feedEnded': none,
  'settings.new': none,
} satisfies Record<string, z.ZodMiniType>
export type NoticeMessage = keyof typeof noticeParams

/** Changes to how a user signs in or is found. */
export type SecurityFact = NoticeMessage extends infer M
  ? M extends `security.${infer Fact}`
    ? Fact
    : never
  : never

/** The words that notices may contain; each text uses those it has a placeholder for. */
export interface Words {
  /** The name of the caregiver whom the notice is about. */
  about: string
  /** What the reader called the person they invited. */
  invitee: string
  group: string
  date: string
  /** With its day. */
  time: string
  /** Without its day. */
  clock: string
  /** Relative to when it is read. */
  day: 'today' | 'tomorrow' | 'another'
  brand: string
  text: string
}

/** The text of each message. */
export const noticeTexts: Record<NoticeMessage, (words: Words, options?: { locale: Language }) => string> = {
  'connection.asked': m.notice_connection_asked,
  'connection.accepted': m.notice_connection_accepted,
  // Until invitees accept, inviters know only the name they typed.
  'connection.declined': m.notice_connection_declined,
  'connection.joined': m.notice_connection_joined,
  'playdate.sent': m.notice_playdate_sent,
  'playdate.countered': m.notice_playdate_countered,
  'playdate.timeAsked': m.notice_playdate_time_asked,
  'playdate.timeRejected': m.notice_playdate_time_rejected,
  'playdate.timeTakenBack': m.notice_playdate_time_taken_back,
  'playdate.moved': m.notice_playdate_moved,
  'playdate.confirmed': m.notice_playdate_confirmed,
  'playdate.rejected': m.notice_playdate_rejected,
  'playdate.cancelled': m.notice_playdate_cancelled,
  'playdate.unanswered': m.notice_playdate_unanswered,
  'playdate.over': m.notice_playdate_over,
  'ask.rejected': m.notice_ask_rejected,
  'ask.unanswered': m.notice_ask_unanswered,
  'ask.nobody': m.notice_ask_nobody,
  'ask.past': m.notice_ask_past,
  'playdate.fewer': m.notice_playdate_fewer,
  'playdate.childrenGone': m.notice_playdate_children_gone,
  'playdate.familyGone': m.notice_playdate_family_gone,
  'event.invited': m.notice_event_invited,
  'event.moved': m.notice_event_moved,
  'event.coming': m.notice_event_coming,
  'event.notComing': m.notice_event_not_coming,
  'event.cancelled': m.notice_event_cancelled,
  'event.fewer': m.notice_event_fewer,
  'event.childrenGone': m.notice_event_children_gone,
  'event.hostGone': m.notice_event_host_gone,
  'event.guestGone': m.notice_event_guest_gone,
  'event.guestsGone': m.notice_event_guests_gone,
  'spots.offered': m.notice_spots_offered,
  'spots.over': m.notice_spots_over,
  'spots.everybody': m.notice_spots_everybody,
  'series.weekly': m.notice_series_weekly,
  'series.biweekly': m.notice_series_biweekly,
  'series.weeklyEvent': m.notice_series_weekly_event,
  'series.biweeklyEvent': m.notice_series_biweekly_event,
  'reminder.playdate': m.notice_reminder_playdate,
  'reminder.event': m.notice_reminder_event,
  'reminder.ownEvent': m.notice_reminder_own_event,
  'reminder.answer': m.notice_reminder_answer,
  'chat.message': m.notice_chat_message,
  'child.changed': m.notice_child_changed,
  'guardian.opened': m.notice_guardian_opened,
  'guardian.stopped': m.notice_guardian_stopped,
  'guardian.soon': m.notice_guardian_soon,
  'guardian.soonYou': m.notice_guardian_soon_you,
  'guardian.began': m.notice_guardian_began,
  'guardian.beganYou': m.notice_guardian_began_you,
  'guardian.leaves': m.notice_guardian_leaves,
  'guardian.leavesYou': m.notice_guardian_leaves_you,
  'guardian.stays': m.notice_guardian_stays,
  'guardian.left': m.notice_guardian_left,
  'helper.began': m.notice_helper_began,
  'helper.ends': m.notice_helper_ends,
  'helper.endsYou': m.notice_helper_ends_you,
  'side.sent': m.notice_side_sent,
  'side.confirmed': m.notice_side_confirmed,
  'side.declined': m.notice_side_declined,
  'side.changed': m.notice_side_changed,
  'side.cancelled': m.notice_side_cancelled,
  'side.yes': m.notice_side_yes,
  'side.no': m.notice_side_no,
  'help.confirmed': m.notice_help_confirmed,
  'help.changed': m.notice_help_changed,
  'help.cancelled': m.notice_help_cancelled,
  'introduction.made': m.notice_introduction_made,
  'place.ends': m.notice_place_ends,
  'place.returns': m.notice_place_returns,
  'place.stays': m.notice_place_stays,
  'group.joined': m.notice_group_joined,
  'group.added': m.notice_group_added,
  'group.ended': m.notice_group_ended,
  'group.code': m.notice_group_code,
  'membership.ends': m.notice_membership_ends,
  'membership.fails': m.notice_membership_fails,
  'admin.codesUsedUp': m.notice_admin_codes_used_up,
  'admin.said': ({ text }) => text,
  'report.waiting': m.notice_report_waiting,
  'report.danger': m.notice_report_danger,
  'report.nobody': m.notice_report_nobody,
  'report.lookedAt': m.notice_report_looked_at,
  'account.word': m.notice_account_word,
  'account.paused': m.notice_account_paused,
  'account.closed': m.notice_account_closed,
  'group.word': m.notice_group_word,
  'papers.change': m.notice_papers_change,
  'security.signedIn': m.notice_security_signed_in,
  'security.passwordChanged': m.notice_security_password_changed,
  'security.numberChanged': m.notice_security_number_changed,
  'security.numberCleared': m.notice_security_number_cleared,
  'security.passkeyAdded': m.notice_security_passkey_added,
  'security.passkeyRemoved': m.notice_security_passkey_removed,
  'security.secondStepOn': m.notice_security_second_step_on,
  'security.secondStepOff': m.notice_security_second_step_off,
  'security.codesMade': m.notice_security_codes_made,
  'security.codeUsed': m.notice_security_code_used,
  'security.downloaded': m.notice_security_downloaded,
  'security.feedEnded': m.notice_security_feed_ended,
  'settings.new': m.notice_settings_new,
}
