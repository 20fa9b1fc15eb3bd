import type { NoticeMessage } from './notice-messages.ts'

/**
 * What a notice is heard by. `request`: an answer is wanted. `answer`: what came of something, and what has changed.
 * `safety`: what comes with a mail of its own, at once, whatever is chosen.
 */
export type Kind = 'request' | 'answer' | 'reminder' | 'message' | 'news' | 'safety'

/** By the message, so that one without a kind doesn't compile. */
const kinds = {
  'connection.asked': 'request',
  'connection.accepted': 'answer',
  'connection.declined': 'answer',
  'connection.joined': 'answer',
  'playdate.sent': 'request',
  'playdate.countered': 'request',
  'playdate.confirmed': 'answer',
  'playdate.rejected': 'answer',
  'playdate.cancelled': 'answer',
  'playdate.unanswered': 'answer',
  'playdate.over': 'answer',
  'playdate.fewer': 'answer',
  'playdate.childrenGone': 'answer',
  'playdate.familyGone': 'answer',
  'event.invited': 'request',
  'event.moved': 'answer',
  'event.coming': 'answer',
  'event.notComing': 'answer',
  'event.cancelled': 'answer',
  'event.fewer': 'answer',
  'event.childrenGone': 'answer',
  'event.hostGone': 'answer',
  'event.guestGone': 'answer',
  'event.guestsGone': 'answer',
  'reminder.playdate': 'reminder',
  'reminder.event': 'reminder',
  'reminder.ownEvent': 'reminder',
  'reminder.answer': 'reminder',
  'chat.message': 'message',
  'child.changed': 'news',
  'guardian.opened': 'request',
  'guardian.stopped': 'safety',
  'guardian.soon': 'safety',
  'guardian.soonYou': 'safety',
  'guardian.began': 'safety',
  'guardian.beganYou': 'safety',
  'guardian.leaves': 'safety',
  'guardian.leavesYou': 'safety',
  'guardian.stays': 'safety',
  'guardian.left': 'safety',
  'helper.began': 'safety',
  'helper.ends': 'news',
  'helper.endsYou': 'news',
  'side.sent': 'answer',
  'side.confirmed': 'answer',
  'side.declined': 'answer',
  'side.changed': 'answer',
  'side.cancelled': 'answer',
  'side.yes': 'answer',
  'side.no': 'answer',
  'help.confirmed': 'answer',
  'help.changed': 'answer',
  'help.cancelled': 'answer',
  'introduction.made': 'request',
  'place.ends': 'safety',
  'place.returns': 'safety',
  'place.stays': 'safety',
  'group.joined': 'news',
  'group.added': 'news',
  'group.ended': 'news',
  'group.code': 'news',
  'membership.ends': 'safety',
  'membership.fails': 'safety',
  'admin.codesUsedUp': 'news',
  'admin.said': 'news',
  'report.waiting': 'safety',
  'report.danger': 'safety',
  'report.nobody': 'safety',
  'report.lookedAt': 'news',
  'account.word': 'safety',
  'account.paused': 'safety',
  'account.closed': 'safety',
  'group.word': 'safety',
  'papers.change': 'safety',
  'security.signedIn': 'safety',
  'security.passwordChanged': 'safety',
  'security.numberChanged': 'safety',
  'security.numberCleared': 'safety',
  'security.passkeyAdded': 'safety',
  'security.passkeyRemoved': 'safety',
  'security.secondStepOn': 'safety',
  'security.secondStepOff': 'safety',
  'security.codesMade': 'safety',
  'security.codeUsed': 'safety',
  'security.downloaded': 'safety',
  'security.feedEnded': 'safety',
  'settings.new': 'news',
} satisfies Record<NoticeMessage, Kind>

/** Of a later release's message, which is not known here: like news. */
export function kindOf(message: string): Kind {
  return Object.hasOwn(kinds, message) ? kinds[message as NoticeMessage] : 'news'
}

/** All messages of that kind. */
export function messagesOf(kind: Kind): NoticeMessage[] {
  return (Object.keys(kinds) as NoticeMessage[]).filter((message) => kinds[message] === kind)
}
