// Plain JavaScript for whatever Node runs npm.
import { byHand, findProgram, installOf, succeeds, update } from './programs.mjs'

const install = installOf('prometheus')

/** The promtool that is already here, or undefined. */
export function findPromtool() {
  return findProgram(['promtool'], 'PROMTOOL_PATH')
}

/** Installs Debian's where there is none. @throws Error whose message says what to type instead. */
export function ensurePromtool() {
  const found = findPromtool()
  if (found) return found
  if (process.getuid?.() === 0) {
    console.log('Installing promtool for the tests (apt-get) …')
    for (const command of [install, update, install]) {
      // Nobody wants a Prometheus of the system's, which comes with it, to run.
      if (!findPromtool()) succeeds(command, { errors: 'ignore', env: { RUNLEVEL: '1' } })
    }
  }
  const installed = findPromtool()
  if (installed) return installed
  throw new Error(
    `No promtool was found, which a test needs. Install it by hand:\n\n  ${byHand('prometheus')}\n`,
  )
}
