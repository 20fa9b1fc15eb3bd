import type { Text } from '@tagalong/contract/messages.ts'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Spinner } from '#ui/spinner.tsx'
import { TakeOver } from './prerender/take-over.tsx'
import { ScreenHeading } from './screen-heading.tsx'

export interface Screen {
  path: string
  /** Null if the screens below it have their own. */
  title: string | Text | null
  load: () => Promise<unknown>
  /** Loads it ahead, so that it then shows without any wait. */
  prepare: () => Promise<void>
  /** Returns the loaded component, or else one that loads when it is shown. */
  current: () => ComponentType
  /** For caregivers' screens: false if it shows before the viewer is known. */
  needsViewer: boolean
  /** For caregivers' screens: false if it is open to users without a profile too. */
  needsProfile: boolean
}

/** Declares a screen of the route list, which is loaded when it is first opened. */
export function screen<Module>(
  path: string,
  title: string | Text | null,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | Promise<ComponentType>,
  { needsViewer = true, needsProfile = true } = {},
): Screen {
  const Lazy = lazyPart(load, pick)
  let prepared: ComponentType | null = null
  const prepare = async () => {
    prepared = await pick(await load())
  }
  return { path, title, load, prepare, current: () => prepared ?? Lazy, needsViewer, needsProfile }
}

interface ScreenProps {
  screen: Screen
  /** Shown above the screen. */
  heading?: ReactNode
  /** Shown in the screen's place while it must wait. */
  meanwhile?: ReactNode
}

/** Renders a route's screen. */
export function ScreenOf({ screen: { path, title, current }, heading, meanwhile }: ScreenProps) {
  return (
    <Suspense key={path} fallback={<Late />}>
      {heading}
      {meanwhile || <Current current={current} />}
      {title !== null && (heading || !meanwhile) && (
        <ScreenHeading title={typeof title === 'string' ? title : title()} />
      )}
      <TakeOver />
    </Suspense>
  )
}

/** Keeps the component of the first render: switching to another one would reset its state. */
function Current({ current }: Pick<Screen, 'current'>) {
  const [Shown] = useState(current)
  return <Shown />
}

/** Shows only if the wait is long enough to be noticed. */
function Late() {
  return (
    <div className="late">
      <Spinner />
    </div>
  )
}
