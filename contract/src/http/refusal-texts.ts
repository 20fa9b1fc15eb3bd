import { knownRefusals } from './envelope.ts'

/** Texts that the server answers whatever the feature. */
export const refusalTexts = {
  ...knownRefusals,
  badInput: 'Please check what you entered and try again.',
  badJson: 'The request could not be read. Please try again.',
  unauthorised: 'Please sign in again.',
  premiumNeeded: 'Events need a premium membership.',
  tooLarge: 'That is too large to send. Please shorten it and try again.',
  unsupportedType: 'Please send JSON.',
  tooMany: 'That was a little too often. Please wait a while and try again.',
  aLotAtOnce: 'That was a lot at once. Please try again later.',
  unexpected: 'Something went wrong on our side. Please try again.',
  full: "We can't save anything right now. Nothing was changed. Please try again in a few minutes.",
  unavailable: 'We are having trouble reaching our records. Please try again in a moment.',
} as const
