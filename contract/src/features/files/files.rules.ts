/**
 * Accepted photo types, checked by their bytes. The file chooser asks for these, so that phones convert other formats.
 */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** 10 MB */
export const largestPhoto = 10 * 1024 * 1024

/** Milliseconds. The browser caches a link for less than that. */
export const viewLinkLife = 12 * 3_600_000
