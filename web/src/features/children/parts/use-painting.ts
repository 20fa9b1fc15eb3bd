import type { Availability, Block, Day } from '@tagalong/contract/values/availability.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { blocksOf, type Cell, hours, isFree, painted, rectangle } from '../hours.ts'

/** Pixels from the end of a block within which a press grabs that end. */
const grip = 9

interface Stroke {
  from: Cell
  to: Cell
  free: boolean
  /** Set while the end of a block is being dragged: the block is removed first, then painted again. */
  stretched: { day: Day; block: Block } | null
  hasMoved: boolean
}

/**
 * Paints over cells that have `data-day` and `data-hour`. A press on a free hour clears it; on any other hour, it sets
 * it free. Every hour that the pointer or shift + arrow passes gets the same.
 */
export function usePainting(
  week: Availability,
  onChange: (week: Availability) => void,
  /** Returns the adjacent cell, or null at the edge. */
  neighbour: (cell: Cell, key: string) => Cell | null,
) {
  const [stroke, setStroke] = useState<Stroke | null>(null)
  // A ref, since a quick pointer is lifted before its last moves are rendered.
  const latest = useRef<Stroke | null>(null)
  const [active, setActive] = useState<Cell>({ day: 'Mon', hour: hours[0] ?? 0 })
  /** True from pointer down until the click that follows, which is painted already. */
  const isByPointer = useRef(false)
  const keyAnchor = useRef<{ cell: Cell; free: boolean; week: Availability } | null>(null)

  const shown = stroke ? result(week, stroke) : week
  const follow = (next: Stroke | null) => {
    latest.current = next
    setStroke(next)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const element = cellElement(event.target)
    if (!element || event.button !== 0) return
    const cell = cellOf(element)
    event.currentTarget.setPointerCapture(event.pointerId)
    setActive(cell)
    isByPointer.current = true
    follow(begin(week, cell, element.getBoundingClientRect(), event.clientY))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = latest.current
    if (!before) return
    const element = cellElement(document.elementFromPoint(event.clientX, event.clientY))
    if (!element || !event.currentTarget.contains(element)) return
    const cell = cellOf(element)
    if (cell.day === before.to.day && cell.hour === before.to.hour) return
    const day = before.stretched ? before.from.day : cell.day
    follow({ ...before, to: { day, hour: cell.hour }, hasMoved: true })
  }
  const onPointerUp = () => {
    if (!latest.current) return
    onChange(result(week, latest.current))
    follow(null)
  }

  /** Handles presses without a pointer or keys, by voice control or a screen reader. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const wasPainted = isByPointer.current
    isByPointer.current = false
    const element = cellElement(event.target)
    if (!element || wasPainted) return
    const cell = cellOf(element)
    setActive(cell)
    onChange(painted(week, [cell], !isFree(week, cell)))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = cellElement(event.target)
    if (!element) return
    const cell = cellOf(element)
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      // Shift + arrow continues what the space bar began.
      keyAnchor.current = { cell, free: !isFree(week, cell), week }
      onChange(painted(week, [cell], keyAnchor.current.free))
      return
    }
    const next = neighbour(cell, event.key)
    if (!next) return
    event.preventDefault()
    if (event.shiftKey) {
      // The first cell decides what is painted. Moving back undoes the last step.
      keyAnchor.current ??= { cell, free: !isFree(week, cell), week }
      const { cell: from, free, week: before } = keyAnchor.current
      onChange(painted(before, rectangle(from, next), free))
    } else keyAnchor.current = null
    setActive(next)
    const root = event.currentTarget
    root.querySelector<HTMLElement>(`[data-day="${next.day}"][data-hour="${next.hour}"]`)?.focus()
  }

  const onKeyUp = (event: KeyboardEvent<HTMLElement>) => {
    // Some browsers fire a click on key up, although key down was handled.
    if (event.key === ' ' && cellElement(event.target)) event.preventDefault()
  }

  return {
    /** The week as it would be if the pointer were lifted now. */
    shown,
    active,
    setActive,
    surface: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => {
        isByPointer.current = false
        follow(null)
      },
      onClick,
      onKeyDown,
      onKeyUp,
    },
  }
}

function begin(week: Availability, cell: Cell, box: DOMRect, y: number): Stroke {
  const plain = { from: cell, to: cell, free: !isFree(week, cell), stretched: null, hasMoved: false }
  const block = blocksOf(week, cell.day).find(({ start, end }) => start <= cell.hour && cell.hour < end)
  if (!block) return plain
  const { day } = cell
  const isAtStart = block.start === cell.hour && y - box.top < grip
  const isAtEnd = block.end - 1 === cell.hour && box.bottom - y < grip
  if (isAtStart)
    return { ...plain, from: { day, hour: block.end - 1 }, free: true, stretched: { day, block } }
  if (isAtEnd) return { ...plain, from: { day, hour: block.start }, free: true, stretched: { day, block } }
  return plain
}

function result(week: Availability, { from, to, free, stretched, hasMoved }: Stroke): Availability {
  if (!stretched) return painted(week, rectangle(from, to), free)
  // A tap on a grip without moving is a tap on its hour.
  if (!hasMoved) return painted(week, [to], false)
  const { day, block } = stretched
  const lifted = painted(week, rectangle({ day, hour: block.start }, { day, hour: block.end - 1 }), false)
  return painted(lifted, rectangle(from, to), true)
}

function cellElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hour]') : null
}

function cellOf(element: HTMLElement): Cell {
  return { day: element.dataset.day as Day, hour: Number(element.dataset.hour) }
}
