/** Every text that a caregiver reads, as a function: `m.common_sign_in()`. Their sources are in contract/messages. */
export { m } from '#messages/messages.js'

/** A text that is rendered when it is shown, in the language at that time. */
export type Text = () => string
