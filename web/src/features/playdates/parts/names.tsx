import { Fragment } from 'react'
import type { Listed } from '../playdate-words.ts'

/** Names in a row, each isolated in its own writing direction, so that a Hebrew one doesn't reorder its neighbours. */
export function Names({ of }: { of: readonly Listed[] }) {
  return of.map(({ name, after }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two children can have one name, and none moves
    <Fragment key={index}>
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ))
}
