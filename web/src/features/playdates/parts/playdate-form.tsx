import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { ApiError } from '#lib/api.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import '#features/children/children.css'
import '#ui/styles/playdates.css'
import {
  type DraftField,
  type DraftProblem,
  firstProblem,
  type PlaydateDraft,
  problemOf,
} from '../playdate-draft.ts'
import { durations, durationText } from '../playdate-words.ts'
import '../playdates.css'
import { toggleTime } from '../propose-times.rules.ts'
import { ChildPicks } from './child-picks.tsx'
import { PickedTimes } from './picked-times.tsx'
import { ProposeTimesDialog } from './propose-times-dialog.tsx'

interface PlaydateFormProps {
  draft: PlaydateDraft
  onChange: (change: Partial<PlaydateDraft>) => void
  /** The writer stands on the owner's side; the other side of a single playdate has one child. */
  isOwnerSide: boolean
  submitLabel: string
  /** Sends it; what it throws is told here. */
  onSubmit: (draft: PlaydateDraft) => Promise<void>
  /** The part about the other side; without a title of its own somebody is still to be invited. */
  invitedTitle?: string
  invited: (error: string | undefined) => ReactNode
  /** Ids that the other side's picker really offers; null while it doesn't know. */
  offered: readonly string[] | null
}

/** Who, where and when of a single playdate: new ones and counter-proposals alike. */
export function PlaydateForm({
  draft: given,
  onChange,
  isOwnerSide,
  submitLabel,
  onSubmit,
  invitedTitle,
  invited,
  offered,
}: PlaydateFormProps) {
  const own = useOwnChildren()
  const draft = onlyKnown(given, own.data, offered)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  // State alone would let a double click through.
  const isBusy = useRef(false)

  const change = (part: Partial<PlaydateDraft>) => {
    setProblem(null)
    setFailure(undefined)
    onChange(part)
  }
  const complain = (found: DraftProblem) => {
    setProblem(found)
    focusField(form.current, found)
  }
  const submit = async () => {
    if (isBusy.current) return
    setFailure(undefined)
    const found = firstProblem(draft, isOwnerSide, Date.now())
    if (found) return complain(found)
    isBusy.current = true
    setSending(true)
    try {
      await onSubmit(draft)
    } catch (error) {
      const refused = error instanceof ApiError && error.fields && problemOf(error.fields, isOwnerSide)
      if (refused) complain(refused)
      else setFailure(error instanceof Error ? error.message : 'Something went wrong. Please try again.')
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.text : undefined)

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <OwnChildren
        children={own.data}
        failure={own.error}
        onRetry={() => void own.refetch()}
        picked={draft.ownChildren}
        isOne={!isOwnerSide}
        error={errorOf('own')}
        onPick={(ownChildren) => change({ ownChildren })}
      />
      <section className="part">
        <h2>
          {invitedTitle ?? (
            <>
              Who are you inviting? <Required />
            </>
          )}
        </h2>
        {invited(errorOf('recipient'))}
      </section>
      <Places
        places={draft.locations}
        problem={problem?.field === 'location' ? problem : null}
        onChange={(locations) => change({ locations })}
      />
      <Times
        children={[...draft.ownChildren, ...draft.otherChildren]}
        times={draft.times}
        error={errorOf('time')}
        onChange={(times) => change({ times })}
      />
      <section className="part">
        <Select
          label="How long?"
          value={String(draft.durationMinutes)}
          onChange={(event) => change({ durationMinutes: Number(event.target.value) })}
          options={durationsWith(draft.durationMinutes).map((minutes) => ({
            value: String(minutes),
            text: durationText(minutes),
          }))}
        />
      </section>
      <div className="actions">
        {failure && <Prompt>{failure}</Prompt>}
        <Button type="submit" variant="action" size="large" wide isPending={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function Required() {
  return (
    <span className="req" aria-hidden="true">
      *
    </span>
  )
}

function OwnChildren({
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
  /** On the invited side plays one child: another pick replaces it. */
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
        Who's playing? <Required />
      </h2>
      {children && children.length > 0 && (
        <ChildPicks
          label="Who's playing?"
          children={children}
          picked={picked}
          onToggle={toggle}
          describedBy={error && promptId}
        />
      )}
      {children?.length === 0 && (
        <p className="hint">
          You have not told us about your children yet. <Link to="/edit-child/new">Add a child</Link>
        </p>
      )}
      {!children && !failure && <div className="picks picks--waiting" />}
      {!children && failure && (
        <>
          <Prompt>{failure.message}</Prompt>
          <Button size="small" onPress={onRetry}>
            Try again
          </Button>
        </>
      )}
      {error && <Prompt id={promptId}>{error}</Prompt>}
    </section>
  )
}

const examples = ['A park, a library, your place', 'Another idea', 'Another idea'] as const

function Places({
  places,
  problem,
  onChange,
}: {
  places: PlaydateDraft['locations']
  problem: DraftProblem | null
  onChange: (places: PlaydateDraft['locations']) => void
}) {
  const id = useId()
  return (
    <section className="part" data-field="location">
      <h2>
        Where? <Required />
      </h2>
      <p className="hint part__hint">Suggest up to three places.</p>
      {places.map((place, index) => {
        const isWrong = problem?.index === index
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed inputs
          <div className="field" key={index}>
            <input
              className="input"
              aria-label={`Location ${index + 1}`}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-prompt` : undefined}
              placeholder={examples[index]}
              maxLength={200}
              value={place}
              onChange={(event) => {
                const next: PlaydateDraft['locations'] = [...places]
                next[index] = event.target.value
                onChange(next)
              }}
            />
            {isWrong && <Prompt id={`${id}-prompt`}>{problem.text}</Prompt>}
          </div>
        )
      })}
    </section>
  )
}

function Times({
  children,
  times,
  error,
  onChange,
}: {
  children: readonly string[]
  times: readonly string[]
  error: string | undefined
  onChange: (times: string[]) => void
}) {
  const { timeZone } = useViewer()
  const now = useNow(30_000)
  const promptId = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <section className="part" data-field="time">
      <h2>
        When? <Required />
      </h2>
      <PickedTimes
        times={times}
        now={now}
        zone={timeZone}
        onRemove={(time) => onChange(toggleTime(times, time))}
        afterLast={opener}
      />
      <Button
        ref={opener}
        wide
        data-focus=""
        aria-describedby={error && promptId}
        onPress={() => setOpen(true)}
      >
        <Icon name="calendar" />
        Propose Times
      </Button>
      {error && <Prompt id={promptId}>{error}</Prompt>}
      <ProposeTimesDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        children={children}
        times={times}
        onChange={onChange}
      />
    </section>
  )
}

/** Without children that are gone meanwhile: nobody can see or change what the pickers don't show. */
function onlyKnown(
  draft: PlaydateDraft,
  own: readonly Child[] | undefined,
  offered: readonly string[] | null,
): PlaydateDraft {
  const isOwn = (id: string) => own?.some(({ _id }) => _id === id) ?? true
  const isOffered = (id: string) => offered?.includes(id) ?? true
  return {
    ...draft,
    ownChildren: draft.ownChildren.filter(isOwn),
    otherChildren: draft.otherChildren.filter(isOffered),
  }
}

/** A length that was chosen elsewhere stays among the choices. */
function durationsWith(minutes: number): number[] {
  return [...new Set<number>([...durations, minutes])].toSorted((a, b) => a - b)
}

function focusField(form: HTMLFormElement | null, { field, index }: DraftProblem): void {
  const part = form?.querySelector<HTMLElement>(`[data-field="${field}"]`)
  if (!part) return
  const controls = part.querySelectorAll<HTMLElement>('input, select')
  const control =
    part.querySelector<HTMLElement>('[data-focus]') ??
    controls[index] ??
    part.querySelector<HTMLElement>('button[aria-selected="true"], button, a')
  control?.focus({ preventScroll: true })
  part.scrollIntoView({ block: 'center', behavior: 'smooth' })
}
