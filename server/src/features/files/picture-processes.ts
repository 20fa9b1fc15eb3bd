import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface PictureTask {
  /** True to make the photo and avatar, false to only read it through. */
  make: boolean
  bytes: Uint8Array
}

export type PictureOutcome =
  | { is: 'whole' | 'unreadable' | 'too many pixels' }
  | { is: 'made'; photo: Uint8Array; avatar: Uint8Array }

/** Pictures read at once: an unpacked picture takes many times the size of its file. */
const maxAtOnce = 2
/** The slowest picture from a phone takes a tenth of this. */
const longestMs = 20_000
/** A process that is idle for so long ends. */
const idleMs = 60_000

export interface PictureProcesses {
  /**
   * Runs a task, which is made only when its turn comes: tasks beyond `maxAtOnce` wait.
   * @throws Error for 503 if the process ended, which says nothing about the picture
   */
  run(task: () => Promise<PictureTask | null>): Promise<PictureOutcome | null>
}

/** Reads pictures in processes of their own. One that takes too long is ended and counts as unreadable. */
export function pictureProcesses(limitMs = longestMs, restMs = idleMs): PictureProcesses {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const waiting: (() => void)[] = []
  let running = 0

  async function turn(): Promise<void> {
    if (running < maxAtOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function next(): void {
    const first = waiting.shift()
    if (first) first()
    else running -= 1
  }

  function rest(child: ChildProcess): void {
    const timer = setTimeout(() => {
      // It ends a moment later, and must get no picture until then.
      leave(child)
      child.kill('SIGKILL')
    }, restMs).unref()
    idle.push({ child, timer })
  }

  function leave(child: ChildProcess): void {
    const at = idle.findIndex((each) => each.child === child)
    if (at >= 0) idle.splice(at, 1)
  }

  function take(): ChildProcess {
    const rested = idle.pop()
    clearTimeout(rested?.timer)
    return rested?.child ?? start()
  }

  function start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'picture-process.ts'), {
      serialization: 'advanced',
      execArgv: [],
    })
    child.once('exit', () => leave(child))
    // If the system can't start a process, sending the task fails, too: a second error, when nobody listens any more.
    child.on('error', () => undefined)
    // It doesn't keep this process alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  function ask(task: PictureTask): Promise<PictureOutcome> {
    const child = take()
    return new Promise((resolve, reject) => {
      const end = (isUsable: boolean) => {
        clearTimeout(timer)
        child.off('message', onAnswer).off('exit', onExit).off('error', onError)
        if (isUsable) rest(child)
        else child.kill('SIGKILL')
      }
      const onAnswer = (outcome: unknown) => {
        end(true)
        resolve(outcome as PictureOutcome)
      }
      const onLate = () => {
        end(false)
        resolve({ is: 'unreadable' })
      }
      const onError = (cause: unknown) => {
        end(false)
        reject(
          Object.assign(new Error('A process that reads pictures ended.', { cause }), { statusCode: 503 }),
        )
      }
      const onExit = (code: number | null, signal: string | null) => onError(signal ?? code)
      const timer = setTimeout(onLate, limitMs)
      child.on('message', onAnswer).on('exit', onExit).on('error', onError)
      child.send(task)
    })
  }

  return {
    async run(task) {
      await turn()
      try {
        const made = await task()
        return made && (await ask(made))
      } finally {
        next()
      }
    },
  }
}
