/** Returns the message's faults, one per line. */
export function faultsOf(message: string): string[]
