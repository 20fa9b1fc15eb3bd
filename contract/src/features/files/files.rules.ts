/** What a photo may be, by its bytes. The file chooser asks for these, so that phones convert what else they have. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** 10 MB */
export const largestPhoto = 10 * 1024 * 1024

/** Milliseconds. The browser keeps a link for less than that. */
export const viewLinkLife = 12 * 3_600_000

export const photoTexts = {
  wrongType: 'Please choose a JPEG, PNG or WebP picture',
  tooLarge: 'Please choose a picture of at most 10 MB',
  tooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
  unreadable: 'This picture can’t be read. Please choose another one.',
  lost: 'Please choose the photo again',
  linkOver: 'This link is not valid any more. Please try again.',
  sentTwice: 'This file was already sent. Please choose the photo again.',
} as const
