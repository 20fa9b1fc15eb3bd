import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { noteUnreachable, onServerBack } from '#lib/reachability.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Arrival } from './arrival.tsx'

export interface Screen {
  path: string
  title: string
  load: () => Promise<unknown>
  Lazy: LazyExoticComponent<ComponentType>
}

/** A line of the route list: a screen that is loaded when somebody first goes there. */
export function screen<Module>(
  path: string,
  title: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): Screen {
  return { path, title, load, Lazy: lazy(async () => ({ default: pick(await patiently(load)) })) }
}

/** While the server is away its code cannot come either: wait for it instead of crashing. */
export async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    noteUnreachable()
    await new Promise<void>((resolve) => {
      const stop = onServerBack(() => {
        stop()
        resolve()
      })
    })
  }
  try {
    return await load()
  } catch (error) {
    // The server is back with a newer app, or the browser keeps the failure in mind: only a fresh page helps, once.
    if (sessionStorage.getItem(reloaded) === null) {
      sessionStorage.setItem(reloaded, 'yes')
      window.location.reload()
    }
    throw error
  }
}

const reloaded = 'reloaded'

/** What stands at a route. */
export function ScreenOf({ screen: { title, Lazy } }: { screen: Screen }) {
  return (
    <Suspense
      fallback={
        <div className="late">
          <Spinner />
        </div>
      }
    >
      <Lazy />
      <Arrival title={title} />
    </Suspense>
  )
}
