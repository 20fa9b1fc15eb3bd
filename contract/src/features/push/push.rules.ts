import { m } from '../../messages.ts'
/** The exact texts about notifications. */
export const pushTexts = {
  notSupported: m.prompt_push_not_supported,
  notGranted: m.prompt_push_not_granted,
  pushNotSupported: m.prompt_push_push_not_supported,
  denied: m.prompt_push_denied,
  subscribeFailed: m.prompt_push_subscribe_failed,
  resubscribeFailed: m.prompt_push_resubscribe_failed,
  unusable: m.prompt_push_unusable,
}
