import { useEffect, useState } from 'react'

const delay = 150

/** Cards of the real height, three at most, only where the wait is long enough to be noticed. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="stack skeletons" role="status">
      <span className="sr">Loading</span>
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
