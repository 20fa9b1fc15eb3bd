import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ChildPicks } from '#features/children/parts/child-picks.tsx'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useListCombinedChildren } from '#features/groups/groups.queries.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import GripIcon from '#ui/icons/grip.svg?react'
import { PartProblem } from '#ui/part-problem.tsx'
import { mostFamilies, moved } from './ask-draft.ts'
import './asks.css'

interface OrderPickerProps {
  order: readonly string[]
  error: string | undefined
  onOrder: (order: string[], known: readonly CombinedChild[]) => void
}

/** Picks the order: a child of each family to ask. */
export function OrderPicker({ order, error, onOrder }: OrderPickerProps) {
  const promptId = useId()
  const known = useListCombinedChildren()
  const [isAdding, setAdding] = useState(order.length < 2)
  const card = useRef<HTMLDivElement>(null)
  const isKnown = known.data !== undefined
  useEffect(() => {
    if (isAdding && isKnown) card.current?.querySelector<HTMLElement>('.order__add button')?.focus()
  }, [isAdding, isKnown])

  if (!known.data && known.error) {
    return <PartProblem text={known.error.message} onRetry={() => void known.refetch()} />
  }
  if (!known.data) return <div className="picks picks--waiting" />
  const all = known.data
  const children = order.flatMap((id) => all.find(({ _id }) => _id === id) ?? [])
  const ids = children.map(({ _id }) => _id)
  const isThere = (caregiver: string) => children.some((each) => each.caregiver._id === caregiver)
  const others = all.filter(({ caregiver }) => !isThere(caregiver._id))
  /** The rows stay in place and their contents move, so the focus has to follow. */
  const change = (next: string[], focus: string) => {
    flushSync(() => onOrder(next, all))
    card.current?.querySelector<HTMLElement>(focus)?.focus()
  }
  const add = (id: string) => {
    flushSync(() => setAdding(false))
    change([...ids, id], ids.length + 1 < mostFamilies ? '.order__more' : 'li:last-child .iconbtn')
  }
  const remove = (index: number) => {
    const neighbour = Math.min(index, ids.length - 2) + 1
    change(ids.toSpliced(index, 1), `li:nth-child(${neighbour}) .iconbtn`)
  }
  return (
    <div className="card order" data-field="recipient" ref={card}>
      <p className="small quiet">{m.asks_one_after_other()}</p>
      <Rows
        children={children}
        describedBy={error && promptId}
        onMove={(from, to) => onOrder(moved(ids, from, to), all)}
        onKey={(from, to) => change(moved(ids, from, to), `li:nth-child(${to + 1}) .order__grip`)}
        onRemove={remove}
      />
      {isAdding ? (
        <div className="order__add">
          <b aria-hidden="true">{m.asks_add()}</b>
          {others.length === 0 && <p className="hint">{m.asks_nobody_else()}</p>}
          <ChildPicks
            label={m.asks_add()}
            children={others}
            picked={[]}
            onToggle={add}
            describedBy={undefined}
            captionOf={({ caregiver }) => caregiver.name}
          />
        </div>
      ) : (
        ids.length < mostFamilies && (
          <Button className="order__more" variant="quiet" onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {m.asks_add()}
          </Button>
        )
      )}
      {error && <Prompt id={promptId}>{error}</Prompt>}
    </div>
  )
}

interface RowsProps {
  children: readonly CombinedChild[]
  describedBy: string | undefined
  /** By dragging. */
  onMove: (from: number, to: number) => void
  /** By a press or by keys. */
  onKey: (from: number, to: number) => void
  onRemove: (index: number) => void
}

function Rows({ children, describedBy, onMove, onKey, onRemove }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  /** True after a drag, so that the click at its end moves nothing. */
  const wasDragged = useRef(false)
  const last = children.length - 1
  const drag = (y: number) => {
    if (dragged === null || !list.current) return
    const under = [...list.current.children].findIndex((row) => y < row.getBoundingClientRect().bottom)
    const to = under < 0 ? last : under
    if (to === dragged) return
    wasDragged.current = true
    onMove(dragged, to)
    setDragged(to)
  }
  return (
    <ol ref={list} aria-label={m.asks_list()} aria-describedby={describedBy}>
      {children.map((child, index) => {
        const names = { child: child.firstName, caregiver: child.caregiver.name }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row that moved would lose the finger that drags it
          <li key={index} className={dragged === index ? 'order__dragged' : undefined}>
            {last > 0 && (
              <button
                type="button"
                className="order__grip"
                aria-label={m.asks_move({ ...names, number: index + 1, count: children.length })}
                onKeyDown={(event) => {
                  const to = index + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)
                  if (to === index) return
                  event.preventDefault()
                  if (to >= 0 && to <= last) onKey(index, to)
                }}
                onClick={() => {
                  if (!wasDragged.current) onKey(index, index === 0 ? 1 : index - 1)
                  wasDragged.current = false
                }}
                onPointerDown={(event) => {
                  wasDragged.current = false
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setDragged(index)
                }}
                onPointerMove={(event) => drag(event.clientY)}
                onLostPointerCapture={() => setDragged(null)}
              >
                <GripIcon className="icon" />
              </button>
            )}
            <i className="order__no">{index + 1}</i>
            <ChildAvatar child={child} size="2.5rem" />
            <b className="grow">
              <bdi>{child.firstName}</bdi> - <bdi>{child.caregiver.name}</bdi>
            </b>
            <button
              type="button"
              className="iconbtn"
              aria-label={m.plan_remove_child(names)}
              onClick={() => onRemove(index)}
            >
              <Icon name="cross" />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
