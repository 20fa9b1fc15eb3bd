/** A rule of a form. */
export const isSixDigits = (code: unknown): boolean => /^\d{6}$/.test(String(code))
