// node scripts/with-node.mjs FILE ARGS…: runs FILE on the pinned Node 24, installing packages first if needed.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, InstallError, isInstalled, pinnedNode, root } from './install.mjs'
import { messagesAreCompiled } from './messages-stamp.mjs'
import { runningApp } from './running-app.mjs'

/**
 * Runs a file on the pinned Node, forwards the signals that reach this process, and resolves to its exit code. The
 * child notices by its IPC channel if this process is killed (kill -9).
 */
export function runPinned(args, { stopWithParent = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(stopWithParent ? ['ipc'] : [])]
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, args, { stdio })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const watch = stopWithParent ? watchNpm(() => child.kill('SIGTERM')) : undefined
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const each of signals) process.off(each, forward)
      resolve(code ?? 128 + signalNumber(signal))
    })
  })
}

/** Installs what is missing, then does the work. Expected failures print one line instead of a stack. */
export async function main(work) {
  try {
    refuseBesideRunning()
    await ensureInstalled()
    process.exitCode = (await compileMessages()) || (await work())
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** An install would replace packages under a running app. */
function refuseBesideRunning() {
  if (isInstalled()) return
  const running = runningApp(resolve(root, process.env.DATA_DIR || '.data'))
  if (!running) return
  const where = running.url ? ` at ${running.url}` : ''
  throw new InstallError(
    `The app runs from this folder${where} (process ${running.pid}), and packages have to be installed first: stop it. Nothing was changed.`,
  )
}

/** Compiles the texts to functions before anything that imports them runs. Resolves to an exit code. */
async function compileMessages() {
  return messagesAreCompiled() ? 0 : runPinned([join(root, 'scripts/messages.ts')])
}

/**
 * npm passes on SIGINT and SIGTERM, but can't when it is killed (kill -9): the app would then be out of reach by npm's
 * pid.
 */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && gone(), 200).unref()
}

function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1
}

const invoked = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (invoked) await main(() => runPinned(process.argv.slice(2)))
