import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'

const delay = 150
/** Number of skeletons shown. One that replaces another is shown at once. */
let shown = 0

/** Placeholder cards of the real height, at most three. Usually shown only if the wait is long enough to be noticed. */
export function SkeletonCards({ count = 3, isAtOnce = false }: { count?: number; isAtOnce?: boolean }) {
  const [isShown, setShown] = useState(() => isAtOnce || shown > 0)
  useEffect(() => {
    if (!isShown) {
      const timer = setTimeout(() => setShown(true), delay)
      return () => clearTimeout(timer)
    }
    shown += 1
    return () => {
      shown -= 1
    }
  }, [isShown])
  return (
    <div className="stack skeletons" role="status">
      <span className="sr">{m.common_loading()}</span>
      {isShown &&
        Array.from({ length: Math.min(count, 3) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
          <div className="card" key={index} aria-hidden="true">
            <div className="row">
              <span className="skeleton skeleton--round" />
              <span className="grow stack skeleton__lines">
                <span className="skeleton skeleton--name" />
                <span className="skeleton skeleton--text" />
              </span>
            </div>
            <span className="skeleton skeleton--foot" />
          </div>
        ))}
    </div>
  )
}
