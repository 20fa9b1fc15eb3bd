import type { Text } from '@tagalong/contract/messages.ts'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Spinner } from '#ui/spinner.tsx'
import { TakeOver } from './prerender/take-over.tsx'
import { ScreenHeading } from './screen-heading.tsx'

export interface Screen {
  path: string
  /** Null where the screens below it have their own. */
  title: string | Text | null
  load: () => Promise<unknown>
  /** Loads it ahead: from then on it is shown without a wait, not even a short one. */
  prepare: () => Promise<void>
  /** What there is to show now. */
  current: () => ComponentType
  /** Of those for caregivers: false where it is shown before it is known who is in. */
  needsViewer: boolean
  /** Of those for caregivers: false where somebody without a profile may be there, too. */
  needsProfile: boolean
}

/** A line of the route list: a screen that is loaded when somebody first goes there. */
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
  /** Stands above it. */
  heading?: ReactNode
  /** Stands in its place, as long as it must wait. */
  meanwhile?: ReactNode
}

/** What stands at a route. */
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

/** Stays what it was at first: the same in another form would begin anew. */
function Current({ current }: Pick<Screen, 'current'>) {
  const [Shown] = useState(current)
  return <Shown />
}

/** Shows only where the wait is long enough to be noticed. */
function Late() {
  return (
    <div className="late">
      <Spinner />
    </div>
  )
}
