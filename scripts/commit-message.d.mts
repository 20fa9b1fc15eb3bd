/** What is wrong with a commit's message; nothing where it may stand. */
export function faultsOf(message: string): string[]
