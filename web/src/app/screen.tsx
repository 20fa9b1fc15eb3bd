import { type ComponentType, lazy, Suspense, useState } from 'react'
import { patiently } from '#lib/offline/patiently.ts'
import { Late, OnceIn } from '#lib/once-in.tsx'
import { Arrival } from './arrival.tsx'

export interface Screen {
  path: string
  /** Null where the screens below it have their own. */
  title: string | null
  load: () => Promise<unknown>
  /** Loads it ahead: from then on it is shown without a wait, not even a short one. */
  prepare: () => Promise<void>
  /** What there is to show now. */
  current: () => ComponentType
  /** It stands there before it is known who is in; every other waits for that. */
  isEarly: boolean
}

/** A line of the route list: a screen that is loaded when somebody first goes there. */
export function screen<Module>(
  path: string,
  title: string | null,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | Promise<ComponentType>,
  { isEarly = false } = {},
): Screen {
  const Lazy = lazy(async () => ({ default: await pick(await patiently(load)) }))
  let prepared: ComponentType | null = null
  const prepare = async () => {
    prepared = await pick(await load())
  }
  return { path, title, load, prepare, current: () => prepared ?? Lazy, isEarly }
}

/** What stands at a route. */
export function ScreenOf({ screen: { path, title, current } }: { screen: Screen }) {
  return (
    <Suspense fallback={<Late />}>
      <Current key={path} current={current} />
      {title !== null && <Arrival title={title} />}
    </Suspense>
  )
}

/** Stays what it was at first: the same in another form would begin anew. */
function Current({ current }: Pick<Screen, 'current'>) {
  const [Shown] = useState(current)
  return <Shown />
}

/** The same where only caregivers with a profile come. */
export function InnerScreenOf({ screen }: { screen: Screen }) {
  const shown = <ScreenOf screen={screen} />
  return screen.isEarly ? shown : <OnceIn>{shown}</OnceIn>
}
