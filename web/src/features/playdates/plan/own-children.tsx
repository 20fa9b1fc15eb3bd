import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { ChildPicks } from '#features/children/parts/child-picks.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Required } from './required.tsx'
import '../playdates.css'
import '#features/children/parts/picks.css'
import { PartProblem } from '#ui/part-problem.tsx'
import { Rich } from '#ui/rich.tsx'

/** Picks which of the viewer's own children play. */
export function OwnChildren({
  children,
  failure,
  onRetry,
  picked,
  isOne,
  error,
  onPick,
}: {
  children: readonly Child[] | undefined
  failure: Error | null
  onRetry: () => void
  picked: readonly string[]
  /** True if only one child may play, as on the invited side: another pick replaces it. */
  isOne: boolean
  error: string | undefined
  onPick: (ids: string[]) => void
}) {
  const promptId = useId()
  const toggle = (id: string) => {
    const others = picked.filter((each) => each !== id)
    if (others.length < picked.length) onPick(others)
    else onPick(isOne ? [id] : [...picked, id])
  }
  return (
    <section className="part" data-field="own">
      <h2>
        {m.plan_who_plays()} <Required />
      </h2>
      {children && children.length > 0 && (
        <ChildPicks
          label={m.plan_who_plays()}
          children={children}
          picked={picked}
          onToggle={toggle}
          describedBy={error && promptId}
        />
      )}
      {children?.length === 0 && (
        <p className="hint">
          <Rich
            parts={m.plan_no_children.parts({})}
            marks={{ link: (words) => <Link to="/edit-child/new">{words}</Link> }}
          />
        </p>
      )}
      {!children && !failure && <div className="picks picks--waiting" />}
      {!children && failure && <PartProblem text={failure.message} onRetry={onRetry} />}
      {error && <Prompt id={promptId}>{error}</Prompt>}
    </section>
  )
}
