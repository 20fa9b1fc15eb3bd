// Plain JavaScript, for whichever Node runs npm.
import { spawnSync } from 'node:child_process'
import { byHand, findProgram, installOf, succeeds, update } from './programs.mjs'

const packages = ['vdirsyncer', 'khal', 'python3-gi', 'gir1.2-ical-3.0']
const install = installOf(...packages)

/** Returns the installed calendar programs, or undefined if one is missing. */
export function findCalendarPrograms() {
  const vdirsyncer = findProgram(['vdirsyncer'], 'VDIRSYNCER_PATH')
  const khal = findProgram(['khal'], 'KHAL_PATH')
  const python = findPython()
  return vdirsyncer && khal && python ? { vdirsyncer, khal, python } : undefined
}

/** Returns a Python that can read calendars with libical: Debian's, even if another one comes first in PATH. */
function findPython() {
  const given = process.env.PYTHON_PATH
  const read = "import gi; gi.require_version('ICalGLib', '3.0'); from gi.repository import ICalGLib"
  return (given ? [given] : ['/usr/bin/python3', 'python3']).find(
    (python) => spawnSync(python, ['-c', read], { stdio: 'ignore' }).status === 0,
  )
}

/** Installs Debian's programs if any is missing. @throws Error with the command to type instead */
export function ensureCalendarPrograms() {
  const found = findCalendarPrograms()
  if (found) return found
  if (process.getuid?.() === 0) {
    console.log('Installing calendar programs for the tests (apt-get) …')
    for (const command of [install, update, install]) {
      if (!findCalendarPrograms()) succeeds(command, { errors: 'ignore' })
    }
  }
  const installed = findCalendarPrograms()
  if (installed) return installed
  throw new Error(
    `Not all calendar programs were found that some tests need. Install them by hand:\n\n  ${byHand(packages.join(' '))}\n`,
  )
}
