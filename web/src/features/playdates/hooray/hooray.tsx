import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { wantsLessMotion } from '#lib/navigation/motion.ts'
import HoorayArt from '#ui/art/scene-hooray.svg?react'
import './hooray.css'

const pieces = 54
const colours = ['coral', 'sun', 'leaf', 'lilac', 'sky', 'indigo'] as const

/** A page with confetti, for something that worked out. `children` are a fact and the link onward. */
export function Hooray({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="hooray">
      <Confetti />
      <HoorayArt />
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** Falls once, behind the text. It lies still for users who prefer less motion. */
function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isStill = wantsLessMotion()
  useEffect(() => {
    const element = canvas.current
    if (isStill || !element) return
    let stop = () => {}
    let isGone = false
    void import('canvas-confetti').then(({ default: confetti }) => {
      if (isGone) return
      // The library's worker comes from a blob, which our content security policy forbids.
      const fire = confetti.create(element, { resize: true, useWorker: false })
      stop = () => fire.reset()
      const shared = {
        particleCount: pieces / 2,
        spread: 70,
        startVelocity: 55,
        ticks: 156,
        scalar: 1.4,
        colors: colours.map((each) => hexOf(element, `var(--art-${each})`)),
      }
      void fire({ ...shared, angle: 60, origin: { x: 0, y: 0.75 } })
      void fire({ ...shared, angle: 120, origin: { x: 1, y: 0.75 } })
    })
    return () => {
      isGone = true
      stop()
    }
  }, [isStill])
  if (!isStill) {
    return (
      <div className="confetti" aria-hidden="true">
        <canvas ref={canvas} />
      </div>
    )
  }
  return (
    <div className="confetti" aria-hidden="true">
      {Array.from({ length: pieces }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they lie where they lie
        <i key={index} style={lying(index)} />
      ))}
    </div>
  )
}

/** Returns a colour as six hex digits, the only form that the library reads, as the current theme resolves it. */
function hexOf(element: HTMLElement, colour: string): string {
  element.style.color = colour
  const parts = getComputedStyle(element).color.match(/\d+/g) ?? []
  return `#${parts
    .slice(0, 3)
    .map((each) => Number(each).toString(16).padStart(2, '0'))
    .join('')}`
}

/** Spreads the pieces by the golden angle, denser towards the top: always the same heap, without visible rows. */
function lying(index: number): CSSProperties {
  const across = (index * 0.618034) % 1
  const down = (index / pieces) ** 2 * 0.62
  return {
    '--x': `${(across * 100).toFixed(1)}%`,
    '--y': `${(down * 100).toFixed(1)}%`,
    '--c': `var(--art-${colours[index % colours.length]})`,
    '--r': `${(index * 47) % 180}deg`,
  } as CSSProperties
}
