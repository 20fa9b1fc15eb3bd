/** Every text that a caregiver reads, as a function: `m.common_sign_in()`. They stand in contract/messages. */
export { m } from '#messages/messages.js'

/** A text that is put into words when it is shown, in the language of that moment. */
export type Text = () => string
