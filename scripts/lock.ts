// npm run lock: adds the binaries of other platforms to package-lock.json. npm leaves out those it didn't install, and
// `npm ci` refuses a lock file without them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

interface Entry {
  version: string
  dev?: boolean
  optionalDependencies?: Record<string, string>
}
export interface Lock {
  packages: Record<string, Entry>
}
export interface Missing {
  name: string
  version: string
  isDev: boolean
}

const path = resolve(import.meta.dirname, '../package-lock.json')

/** Returns optional dependencies without an entry where Node would look for them. */
export function missingFrom({ packages }: Lock): Missing[] {
  const missing = new Map<string, Missing>()
  for (const [from, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!placesOf(name, from).some((place) => packages[place])) {
        missing.set(name, { name, version, isDev: dev && (missing.get(name)?.isDev ?? true) })
      }
    }
  }
  return [...missing.values()]
}

/** Returns where Node looks for the package, from the importing folder up to the root. */
function placesOf(name: string, from: string): string[] {
  const folders = from.split('/node_modules/')
  return folders
    .map((_, end) => folders.slice(0, folders.length - end).join('/node_modules/'))
    .map((folder) => `${folder}/node_modules/${name}`)
    .concat(`node_modules/${name}`)
}

/** Returns the entry as npm writes it, without an integrity hash if the registry doesn't have the package. */
function entryOf({ name, version, isDev }: Missing): object {
  const { os, cpu, libc, engines, license, dist } = manifestOf(`${name}@${version}`)
  return {
    version,
    ...(dist && { integrity: dist.integrity }),
    cpu,
    ...(isDev && { dev: true }),
    ...(libc && { libc }),
    ...(license && { license }),
    optional: true,
    os,
    ...(engines && { engines }),
  }
}

interface Manifest {
  os: string[]
  cpu: string[]
  libc?: string[]
  engines?: object
  license?: string
  dist?: { integrity: string }
}

function manifestOf(spec: string): Manifest {
  try {
    return JSON.parse(execFileSync('npm', ['view', spec, '--json'], { encoding: 'utf8' }))
  } catch (error) {
    // E404: the registry doesn't have it.
    if (!String((error as { stdout?: string }).stdout).includes('"E404"')) throw error
    return platformOf(spec)
  }
}

/** Reads the platform from a name such as `@oxc-parser/binding-linux-arm64-musl@0.156.0`. */
export function platformOf(spec: string): Manifest {
  const platform =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z]+\d*)(?:-(\w+))?@/
  const [, os = '', cpu = '', kind = ''] = platform.exec(spec) ?? []
  if (!os || !cpu) throw new Error(`For which platform is ${spec}?`)
  const libc = os !== 'linux' ? '' : kind.startsWith('musl') ? 'musl' : kind.startsWith('gnu') ? 'glibc' : ''
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) }
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock
  const missing = missingFrom(lock)
  for (const each of missing) lock.packages[`node_modules/${each.name}`] = entryOf(each) as Entry
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} added`)
}
