/** Returns how often a stress test is repeated: a sample in `npm test`, the full figure in `npm run assure`. */
export function sampleOrFull(sample: number, full: number): number {
  return process.env.ASSURE === '1' ? full : sample
}

/** Prints a line of the table that `npm run assure` prints at its end. */
export function report(what: string, figures: string): void {
  if (process.env.ASSURE === '1') console.log(`ASSURED | ${what} | ${figures} |`)
}
