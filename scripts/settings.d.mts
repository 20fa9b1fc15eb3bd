export const ofTheApp: RegExp
export function forgetSettings(): void
