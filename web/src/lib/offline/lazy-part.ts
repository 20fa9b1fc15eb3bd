import { type ComponentType, lazy } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** A piece that comes later: it is fetched once it is to be shown. */
export function lazyPart<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await pick(await importWithRetry(load)) }))
}

/** One that nobody waits for: where it can't be fetched, even later, the page is whole without it. */
export function lazyExtra<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType) {
  return lazy(async () => ({ default: await importWithRetry(load).then(pick, () => () => null) }))
}
