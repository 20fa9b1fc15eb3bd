import { m, type Text } from '../../messages.ts'
import type { CardLabel } from './playdates.rules.ts'
/** The exact texts of asking for, answering and refusing a playdate. */
export const playdatePrompts = {
  ownChildren: m.prompt_playdate_own_children,
  location: m.prompt_playdate_location,
  recipient: m.prompt_playdate_recipient,
  time: m.prompt_playdate_time,
  pastTime: m.prompt_playdate_past_time,
  pickLocation: m.prompt_playdate_pick_location,
  pickTime: m.prompt_playdate_pick_time,
  changed: m.prompt_playdate_changed,
  ownTurn: m.prompt_playdate_own_turn,
  timePassed: m.prompt_playdate_time_passed,
  locationNotProposed: m.prompt_playdate_location_not_proposed,
  timeNotProposed: m.prompt_playdate_time_not_proposed,
  bothSides: m.prompt_playdate_both_sides,
  notYours: m.prompt_playdate_not_yours,
  othersFixed: m.prompt_playdate_others_fixed,
  notFuture: m.prompt_playdate_not_future,
  oneLocation: m.prompt_playdate_one_location,
  oneTime: m.prompt_playdate_one_time,
  tenOpen: m.prompt_playdate_ten_open,
  thirtyAhead: m.prompt_playdate_thirty_ahead,
  tooManyOwn: m.prompt_playdate_too_many_own,
  tooManyGuests: m.prompt_playdate_too_many_guests,
  guestsFixed: m.prompt_playdate_guests_fixed,
}

/** What the badge of a card says. */
export const cardLabelTexts: Record<CardLabel, Text> = {
  Invited: m.value_label_invited,
  Pending: m.value_label_pending,
  Confirmed: m.value_label_confirmed,
  Accepted: m.value_label_accepted,
  Rejected: m.value_label_rejected,
  Completed: m.value_label_completed,
}
