import { Fragment } from 'react'
import type { Listed } from '../playdate-words.ts'

/** Names in a row, each in its own direction of writing: a Hebrew one must not turn its neighbours round. */
export function Names({ of }: { of: readonly Listed[] }) {
  return of.map(({ name, after }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two children can have one name, and none moves
    <Fragment key={index}>
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ))
}
