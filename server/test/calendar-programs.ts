import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureCalendarPrograms } from '../../scripts/calendar-programs.mjs'

const run = promisify(execFile)
const maxBuffer = 256 * 1024 * 1024
let found: ReturnType<typeof ensureCalendarPrograms> | undefined
/** @throws Error with the command to type if the programs are missing. */
const programs = () => (found ??= ensureCalendarPrograms())

/** Returns a day before anything that a calendar link holds. */
const khalFrom = () => new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10)

/** An entry as another vendor's program understood it. */
export interface ReadEntry {
  /** With vdirsyncer, which gives entries ids of its own, the id in the link to the entry's page. */
  uid: string
  title: string
  location: string
  status: string
  /** With khal, on the clock of its zone; with libical, in UTC. */
  start: string
  end: string
}

/** Programs that people use: vdirsyncer fetches calendars into folders, and khal shows these. */
export interface CalendarReaders {
  /** Fetches all calendars, under the given names; vdirsyncer empties a folder only if it is forced to. */
  sync(options?: { isForced?: boolean }): Promise<void>
  /** Lists the entries of one calendar's folder, on the clock of a zone. */
  list(name: string, zone: string): Promise<ReadEntry[]>
  close(): Promise<void>
}

/** @throws Error with the command to type if the programs are missing. */
export async function openReaders(calendars: ReadonlyMap<string, string>): Promise<CalendarReaders> {
  const { vdirsyncer, khal } = programs()
  const home = await mkdtemp(join(tmpdir(), 'calendars-'))
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, LC_ALL: 'C.UTF-8' }
  const folderOf = (name: string) => join(home, 'calendars', name)
  const config = join(home, 'vdirsyncer.conf')
  const pairs = [...calendars].map(
    ([name, url]) => `[pair ${name}]
a = "${name}_web"
b = "${name}_here"
collections = null
conflict_resolution = "a wins"
[storage ${name}_web]
type = "http"
url = "${url}"
[storage ${name}_here]
type = "filesystem"
path = "${folderOf(name)}"
fileext = ".ics"
`,
  )
  await writeFile(config, `[general]\nstatus_path = "${join(home, 'status')}"\n${pairs.join('')}`)
  for (const name of calendars.keys()) await mkdir(folderOf(name), { recursive: true })
  await run(vdirsyncer, ['--config', config, 'discover'], { env })

  async function writeConfig(name: string, zone: string): Promise<string> {
    const path = join(home, `khal-${name}-${zone.replaceAll('/', '-')}.conf`)
    await writeFile(
      path,
      `[calendars]
[[${name}]]
path = ${folderOf(name)}
[sqlite]
path = ${join(home, `${name}.db`)}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`,
    )
    return path
  }

  return {
    async sync({ isForced = false } = {}) {
      const force = isForced ? ['--force-delete'] : []
      await run(vdirsyncer, ['--config', config, 'sync', ...force], { env, maxBuffer })
    },
    async list(name, zone) {
      const fields = ['url', 'title', 'location', 'status', 'start-long-full', 'end-long-full']
      const { stdout } = await run(
        khal,
        [
          ...['--config', await writeConfig(name, zone), 'list', '--once', '--day-format', ''],
          ...['--format', fields.map((field) => `{${field}}`).join('\t'), khalFrom(), '430d'],
        ],
        { env, maxBuffer },
      )
      const rows = stdout.split('\n').filter((line) => line.includes('\t'))
      return rows.map((line) => {
        const [url = '', title = '', location = '', status = '', start = '', end = ''] = line.split('\t')
        return {
          uid: url.slice(url.lastIndexOf('/') + 1),
          title,
          location,
          status: status.trim(),
          start,
          end,
        }
      })
    },
    close: () => rm(home, { recursive: true, force: true }),
  }
}

const readCalendar = `
import gi, json, sys
gi.require_version('ICalGLib', '3.0')
from gi.repository import ICalGLib as ical
whole = ical.Component.new_from_string(sys.stdin.read())
entries = []
kind = ical.ComponentKind.VEVENT_COMPONENT
each = whole.get_first_component(kind)
while each:
    entries.append({
        'uid': each.get_uid(), 'title': each.get_summary(), 'location': each.get_location() or '',
        'status': ical.Property.status_to_string(each.get_status()), 'sequence': each.get_sequence(),
        'start': each.get_dtstart().as_ical_string(), 'end': each.get_dtend().as_ical_string(),
    })
    each = whole.get_next_component(kind)
json.dump({
    'isValid': whole.is_valid(), 'errors': whole.count_errors(), 'method': whole.get_method().value_nick,
    'entries': entries,
}, sys.stdout)
`

/** Reads a calendar with libical, on which GNOME's and KDE's calendars are built. */
export async function readWithLibical(text: string): Promise<{
  isValid: boolean
  errors: number
  method: string
  entries: (ReadEntry & { sequence: number })[]
}> {
  const reading = run(programs().python, ['-c', readCalendar], { maxBuffer })
  reading.child.stdin?.end(text)
  return JSON.parse((await reading).stdout)
}
