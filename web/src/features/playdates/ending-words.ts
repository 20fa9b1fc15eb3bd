import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { othersOf } from './playdate-words.ts'

/** Says why there is nothing to answer or change. Null means that there is no such playdate. */
export function reasonOf(playdate: Playdate | null, viewer: string): { text: string; note?: string } {
  if (!playdate) return { text: m.playdates_missing(), note: m.playdates_missing_note() }
  if (playdate.type === 'group' && playdate.status === 'accepted') {
    return { text: m.playdates_event_fixed(), note: m.playdates_event_fixed_note() }
  }
  if (playdate.status === 'accepted') {
    return { text: m.playdates_confirmed_already(), note: m.playdates_confirmed_already_note() }
  }
  const ending = endingOf(playdate, viewer)
  if (ending) return { text: ending.title, note: ending.note ?? m.playdates_ask_again() }
  if (playdate.side === playdate.lastSide) return { text: m.prompt_playdate_own_turn() }
  const { lookedAfterBy } = playdate
  if (lookedAfterBy) return { text: m.playdates_looked_after({ name: lookedAfterBy.name }) }
  return { text: m.playdates_others_answer() }
}

/** Says in words that can be read aloud why the playdate won't take place; null if it will. */
export function endingOf(playdate: Playdate, viewer: string): { title: string; note: string | null } | null {
  if (playdate.status === 'rejected')
    return { title: m.playdates_ending_rejected(), note: noBy(playdate, viewer) }
  if (playdate.status !== 'cancelled') return null
  if (playdate.replacedBy?.time) return null
  if (playdate.endedAs) return { title: m.prompt_playdate_over(), note: null }
  const { cancelledBy, cancelCause } = playdate
  const isEvent = playdate.type === 'group'
  if (cancelCause) {
    return {
      title: isEvent ? m.playdates_ending_event_cancelled() : m.playdates_ending_cancelled(),
      note: reasons[cancelCause](playdate, viewer),
    }
  }
  // It only asked for another time, so the original playdate may still be on.
  if (playdate.replaces && !playdate.acceptedTime) return { title: m.prompt_playdate_over(), note: null }
  return { title: isEvent ? eventCancelled(cancelledBy, viewer) : cancelled(cancelledBy, viewer), note: null }
}

const reasons: Record<
  NonNullable<Playdate['cancelCause']>,
  (playdate: Playdate, viewer: string) => string
> = {
  account: withoutAccount,
  children: withoutChildren,
  organiser: () => m.playdates_ending_organiser(),
}

function cancelled(by: Playdate['cancelledBy'], viewer: string): string {
  if (!by) return m.playdates_ending_cancelled()
  if (by._id === viewer) return m.playdates_ending_cancelled_by_you()
  return m.playdates_ending_cancelled_by({ name: by.name })
}

function eventCancelled(by: Playdate['cancelledBy'], viewer: string): string {
  if (!by) return m.playdates_ending_event_cancelled()
  if (by._id === viewer) return m.playdates_ending_event_cancelled_by_you()
  return m.playdates_ending_event_cancelled_by({ name: by.name })
}

/** The side that did not send the last proposal said no. Which guardian of the other side did is not known. */
function noBy(playdate: Playdate, viewer: string): string {
  if (playdate.lastSide !== playdate.side) return noByOwn(playdate, viewer)
  const [other, ...more] = othersOf(playdate)
  return other && more.length === 0
    ? m.playdates_ending_no_by({ name: other.name })
    : m.playdates_ending_no_by_other()
}

function noByOwn(playdate: Playdate, viewer: string): string {
  const children = isOwner(playdate) ? playdate.ownerChildren : playdate.recipientChildren
  const own = children.find(({ isOwn }) => isOwn)
  const by = own?.actedBy ?? own?.caregiver
  return by && by._id !== viewer
    ? m.playdates_ending_no_by({ name: by.name })
    : m.playdates_ending_no_by_you()
}

function withoutAccount({ type, owner, cancelledBy }: Playdate): string {
  if (type === 'single') return m.playdates_ending_account_other()
  if (cancelledBy?._id === owner._id) return m.playdates_ending_account_owner()
  return m.playdates_ending_account_invited()
}

function withoutChildren({ cancelledBy }: Playdate, viewer: string): string {
  if (cancelledBy?._id === viewer) return m.playdates_ending_children_yours()
  if (!cancelledBy) return m.playdates_ending_children_family()
  return m.playdates_ending_children_of({ name: cancelledBy.name })
}
