import { m } from '../messages.ts'
import { knownRefusals } from './envelope.ts'

/** Texts of refusals that are common to all features. */
export const refusalTexts = {
  ...knownRefusals,
  badInput: m.refusal_bad_input,
  badJson: m.refusal_bad_json,
  unauthorised: m.refusal_unauthorised,
  premiumNeeded: m.refusal_premium_needed,
  tooLarge: m.refusal_too_large,
  unsupportedType: m.refusal_unsupported_type,
  tooMany: m.refusal_too_many,
  aLotAtOnce: m.refusal_a_lot_at_once,
  unexpected: m.refusal_unexpected,
  full: m.refusal_full,
  unavailable: m.refusal_unavailable,
}
