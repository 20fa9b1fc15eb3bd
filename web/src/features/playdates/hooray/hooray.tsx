import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { wantsLessMotion } from '#lib/navigation/motion.ts'
import HoorayArt from '#ui/art/scene-hooray.svg?react'
import './hooray.css'

const pieces = 54
const colours = ['coral', 'sun', 'leaf', 'lilac', 'sky', 'indigo'] as const

/** A page of confetti: something worked out. `children`: a fact, and the one way on. */
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

/** Falls once, behind the words. For whoever wants less motion it lies still. */
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
      // A worker would have to come from a blob, which our content security policy forbids.
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

/** The library reads six digits only; the browser knows what a colour comes to in the theme of the moment. */
function hexOf(element: HTMLElement, colour: string): string {
  element.style.color = colour
  const parts = getComputedStyle(element).color.match(/\d+/g) ?? []
  return `#${parts
    .slice(0, 3)
    .map((each) => Number(each).toString(16).padStart(2, '0'))
    .join('')}`
}

/** Spread by the golden angle, denser towards the top: the same heap every time, and never a row. */
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
