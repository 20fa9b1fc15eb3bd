export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }
