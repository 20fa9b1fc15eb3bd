import { m } from '../../messages.ts'
/** What a photo may be, by its bytes. The file chooser asks for these, so that phones convert what else they have. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** 10 MB */
export const largestPhoto = 10 * 1024 * 1024

/** Milliseconds. The browser keeps a link for less than that. */
export const viewLinkLife = 12 * 3_600_000

export const photoTexts = {
  wrongType: m.prompt_photo_wrong_type,
  tooLarge: m.prompt_photo_too_large,
  tooManyPixels: m.prompt_photo_too_many_pixels,
  unreadable: m.prompt_photo_unreadable,
  lost: m.prompt_photo_lost,
  linkOver: m.prompt_photo_link_over,
  sentTwice: m.prompt_photo_sent_twice,
}
