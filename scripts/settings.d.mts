export function forgetSettings(): void
