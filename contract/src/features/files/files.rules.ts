/** What a photo may be, by its bytes. The file chooser asks for these, so that phones convert what else they have. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** 10 MB */
export const largestPhoto = 10 * 1024 * 1024

/** Milliseconds. The browser keeps a link for less than that. */
export const viewLinkLife = 12 * 3_600_000
