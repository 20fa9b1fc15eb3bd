import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { patiently } from '#lib/patiently.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Arrival } from './arrival.tsx'

export interface Screen {
  path: string
  /** Null where the screens below it have their own. */
  title: string | null
  load: () => Promise<unknown>
  Lazy: LazyExoticComponent<ComponentType>
}

/** A line of the route list: a screen that is loaded when somebody first goes there. */
export function screen<Module>(
  path: string,
  title: string | null,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): Screen {
  return { path, title, load, Lazy: lazy(async () => ({ default: pick(await patiently(load)) })) }
}

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
      {title !== null && <Arrival title={title} />}
    </Suspense>
  )
}
