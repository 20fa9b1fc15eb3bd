import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ensureTool } from '../scripts/programs.mjs'

const root = resolve(import.meta.dirname, '..')

const mirror = 'http://deb.debian.org/debian'

/** The official image that the Dockerfile starts from: Debian, Node and npm. */
const [, base = '', nodeVersion = ''] =
  /^FROM (node:([\d.]+)-\S+)/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')) ?? []

/** A built image's file system and configuration. */
export interface Image {
  readonly root: string
  readonly config: {
    Cmd: string[]
    Env: string[]
    User: string
    WorkingDir: string
    Healthcheck: { Test: string[] }
    Volumes: Record<string, object>
  }
  remove(): void
}

/** Builds the Dockerfile in its own store, on a base made from Debian's packages, without any registry. */
export function buildImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-image-'))
  const store = [
    '--storage-driver=vfs',
    `--root=${join(folder, 'store')}`,
    `--runroot=${join(folder, 'run')}`,
  ]
  const buildah = (...args: string[]) => run(ensureTool('buildah'), [...store, ...args])
  const build = ['build', '--isolation=chroot', '--format=docker', '--pull-never', '--layers=false']
  const remove = () => {
    buildah('rm', '--all')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const context = join(folder, 'base')
    mkdirSync(context)
    makeBase(join(context, 'base.tar'))
    const lines = ['FROM scratch', 'ADD base.tar /', `ENV NODE_VERSION=${nodeVersion}`, 'CMD ["node"]']
    writeFileSync(join(context, 'Dockerfile'), lines.join('\n'))
    buildah(...build, `--tag=docker.io/library/${base}`, context)
    buildah(...build, ...trusted(folder), '--tag=tagalong', '--file=deploy/Dockerfile', root)
    const container = buildah('from', '--pull-never', 'tagalong')
    const { config } = JSON.parse(buildah('inspect', container)).Docker
    return { root: buildah('mount', container), config, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Makes a base with the parts of the official image that ours uses. */
function makeBase(tar: string): void {
  const node = join(root, 'node_modules/node/bin/node')
  const hooks = [
    `upload ${node} /usr/local/bin/node`,
    'chmod 755 "$1/usr/local/bin/node"',
    'npm install --global --prefix "$1/usr/local" --no-audit --no-fund npm@11',
    'chroot "$1" groupadd --gid 1000 node',
    'chroot "$1" useradd --uid 1000 --gid node --shell /bin/bash --create-home node',
  ]
  const slim = ['doc', 'man', 'locale'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`)
  const made = ['--variant=minbase', ...slim, ...hooks.map((each) => `--customize-hook=${each}`)]
  run(ensureTool('mmdebstrap'), [...made, 'trixie', tar, mirror])
}

/**
 * If npm trusts certificates of this machine, lets the build trust them as well, from a folder that leaves nothing in
 * the image.
 */
function trusted(folder: string): string[] {
  const certificates = run('npm', ['config', 'get', 'cafile'])
  if (!existsSync(certificates)) return []
  const lent = join(folder, 'lent')
  mkdirSync(lent)
  copyFileSync(certificates, join(lent, 'certificates'))
  writeFileSync(join(lent, 'npmrc'), 'cafile=/usr/local/etc/certificates\n')
  return [`--volume=${lent}:/usr/local/etc:ro`]
}

/** Unpacks Debian's docker compose, which can read a file without an engine. */
export function fetchCompose(folder: string): string {
  const unpacked = join(folder, 'compose')
  run(ensureTool('mmdebstrap'), ['--variant=extract', '--include=docker-compose', 'trixie', unpacked, mirror])
  return join(unpacked, 'usr/libexec/docker/cli-plugins/docker-compose')
}

/** @throws with the program's output if it fails */
function run(program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 }).trim()
}

/** What a container gets. */
export interface Given {
  env: Record<string, string>
  /** The folder mounted as its volume. */
  data: string
  /** A folder with a socket, mounted at the same path. */
  sockets: string
}

/**
 * Mounts the image read-only, its volume and an empty /tmp. Then runs the command as the image's user without
 * capabilities, in place of this process, so that signals reach it.
 */
const enter = `
root=$1 volume=$2 data=$3 sockets=$4 user=$5 folder=$6; shift 6
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root$volume"
mkdir -p "$root$sockets"
mount --bind "$sockets" "$root$sockets"
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --bounding-set=-all --no-new-privs \\
  env --chdir="$folder" "$@"`

function entering({ root, config }: Image, { env, data, sockets }: Given, command: string[]) {
  const [volume = ''] = Object.keys(config.Volumes)
  const inside = [root, volume, data, sockets, config.User, config.WorkingDir, ...command]
  const own = parseEnv(config.Env.join('\n'))
  return {
    args: ['--mount', '--propagation=private', 'sh', '-ec', enter, 'enter', ...inside],
    env: { ...own, ...env },
  }
}

/** Starts the image's own command. */
export function startImage(image: Image, given: Given): ChildProcess {
  const { args, env } = entering(image, given, image.config.Cmd)
  return spawn('unshare', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Runs another command in the image, and returns its exit code. */
export function runInImage(image: Image, given: Given, command: string[]): number | null {
  const { args, env } = entering(image, given, command)
  return spawnSync('unshare', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status
}
