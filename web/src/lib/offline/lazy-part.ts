import { type ComponentType, lazy } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** Makes a component that is fetched when it is first shown. */
export function lazyPart<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await pick(await importWithRetry(load)) }))
}

/** Makes a component that the page can do without: if it can't be fetched, even later, it shows nothing. */
export function lazyExtra<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType) {
  return lazy(async () => ({ default: await importWithRetry(load).then(pick, () => () => null) }))
}
