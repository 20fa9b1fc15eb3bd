import { readdirSync, readFileSync } from 'node:fs'

/** Does work while each picture process of this process is killed, long before it can have started. */
export async function whilePicturesAreKilled<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(killAll, 5)
  try {
    killAll()
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function killAll(): void {
  for (const pid of children().filter(readsPictures)) process.kill(pid, 'SIGKILL')
}

function children(): number[] {
  const tasks = `/proc/${process.pid}/task`
  return readdirSync(tasks).flatMap((task) => childrenOf(`${tasks}/${task}/children`))
}

function childrenOf(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    // The thread has ended by now, as idle ones of libvips do.
    return []
  }
}

function readsPictures(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process.ts')
  } catch {
    // It has ended by now.
    return false
  }
}
