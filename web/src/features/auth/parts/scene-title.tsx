import { useEffect, useRef } from 'react'

/** Takes the focus, since its content has replaced something else. */
export function SceneTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
