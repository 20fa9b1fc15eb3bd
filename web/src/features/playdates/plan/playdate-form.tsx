import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { ApiError } from '#lib/calls/api.ts'
import { scrollBehavior } from '#lib/navigation/motion.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt, Select } from '#ui/fields/field.tsx'
import { durations, durationText } from '../playdate-words.ts'
import { HowOften } from '../series/how-often.tsx'
import { Capacity } from './capacity.tsx'
import { Description, EventStart, Venue } from './event-fields.tsx'
import { OwnChildren } from './own-children.tsx'
import { Places } from './places.tsx'
import {
  type DraftField,
  type DraftProblem,
  firstProblem,
  mayRepeat,
  type PlaydateDraft,
  problemOf,
  proposalOf,
} from './playdate-draft.ts'
import { Required } from './required.tsx'
import { StayChoice } from './stay-choice.tsx'
import { Times } from './times/times.tsx'
import { ToMembership } from './upgrade.tsx'
import '../playdates.css'

interface PlaydateFormProps {
  draft: PlaydateDraft
  onChange: (change: Partial<PlaydateDraft>) => void
  /** True if the writer is on the owner's side. The invited side of a single playdate has one child only. */
  isOwnerSide: boolean
  submitLabel: string
  /** Sends the draft. What it throws is shown in the form. */
  onSubmit: (draft: PlaydateDraft) => Promise<void>
  /** Heading of the part about the other side; missing while the other side is still to be picked. */
  invitedTitle?: string
  invited: (error: string | undefined) => ReactNode
  /** Ids of the children that the other side's picker offers; null while unknown. */
  offered: readonly string[] | null
  /** The id of the playdate being moved, which doesn't clash with itself. */
  moved?: string
  /** True if only time and place can be changed. */
  isTimeOnly?: boolean
}

/** The form for new requests and events, counter-proposals, and events that are moved. */
export function PlaydateForm({
  draft: given,
  onChange,
  isOwnerSide,
  submitLabel,
  onSubmit,
  invitedTitle,
  invited,
  offered,
  moved,
  isTimeOnly = false,
}: PlaydateFormProps) {
  const { timeZone } = useViewer()
  const own = useOwnChildren()
  // A child can be on one side only.
  const across = [...given.otherChildren, ...given.further, ...given.guests]
  const ownChildren = own.data?.filter(({ _id }) => !across.includes(_id))
  const draft = onlyKnown(given, ownChildren, offered)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setSending] = useState(false)
  const oneAtATime = useOneAtATime()

  const change = (part: Partial<PlaydateDraft>) => {
    setProblem(null)
    setFailure(undefined)
    onChange(part)
  }
  const showProblem = (found: DraftProblem) => {
    setProblem(found)
    focusField(form.current, found)
  }
  const submit = async () => {
    setFailure(undefined)
    const found = firstProblem(draft, { isOwnerSide, timeZone }, Date.now())
    if (found) return showProblem(found)
    setSending(true)
    try {
      await onSubmit(draft)
    } catch (error) {
      const refused = error instanceof ApiError && error.fields && problemOf(error.fields, isOwnerSide)
      if (refused && isAsked(refused.field)) showProblem(refused)
      else setFailure(failureOf(error))
    } finally {
      setSending(false)
    }
  }
  const isAsked = (field: DraftField) => !isTimeOnly || field === 'time' || field === 'location'
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.text : undefined)
  const isEvent = draft.type === 'group'
  const playing = [...draft.ownChildren, ...(isEvent ? draft.guests : draft.otherChildren)]
  const { durationMinutes } = draft

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        oneAtATime(submit)
      }}
    >
      {!isTimeOnly && (
        <>
          <OwnChildren
            children={ownChildren}
            failure={own.error}
            onRetry={() => void own.refetch()}
            picked={draft.ownChildren}
            isOne={!isOwnerSide}
            error={errorOf('own')}
            onPick={(picked) => change({ ownChildren: picked })}
          />
          <section className="part">
            <h2>
              {invitedTitle ?? (
                <>
                  {m.plan_who_inviting()} <Required />
                </>
              )}
            </h2>
            {invited(errorOf('recipient'))}
          </section>
        </>
      )}
      {isEvent ? (
        <>
          <Description
            value={draft.description}
            error={errorOf('description')}
            onChange={(description) => change({ description })}
          />
          <Venue value={draft.venue} error={errorOf('location')} onChange={(venue) => change({ venue })} />
          <EventStart
            value={draft.starts}
            error={errorOf('time')}
            onChange={(starts) => change({ starts })}
            children={playing}
            durationMinutes={durationMinutes}
            except={moved}
          />
          {moved === undefined && (
            <Capacity
              value={draft.capacity ?? ''}
              error={errorOf('capacity')}
              onChange={(capacity) => change({ capacity })}
            />
          )}
        </>
      ) : (
        <>
          <Places
            places={draft.locations}
            problem={problem?.field === 'location' ? problem : null}
            onChange={(locations) => change({ locations })}
          >
            {!isTimeOnly && <StayChoice chosen={draft.stay ?? null} onChoose={(stay) => change({ stay })} />}
          </Places>
          <Times
            children={playing}
            hasOwnChild={draft.ownChildren.length > 0}
            times={draft.times}
            durationMinutes={durationMinutes}
            question={{
              ownChildren: draft.ownChildren,
              otherChildren: draft.otherChildren,
              durationMinutes,
              replaces: moved,
            }}
            error={errorOf('time')}
            onChange={(times) => change({ times })}
          />
        </>
      )}
      {!isTimeOnly && (
        <section className="part">
          <Select
            label={m.plan_how_long()}
            value={String(durationMinutes)}
            onChange={(event) => change({ durationMinutes: Number(event.target.value) })}
            options={durationsWith(durationMinutes).map((minutes) => ({
              value: String(minutes),
              text: durationText(minutes),
            }))}
          />
        </section>
      )}
      {mayRepeat(draft) && !isTimeOnly && (
        <HowOften
          repeat={draft.repeat}
          times={proposalOf(draft, { isOwnerSide, timeZone }).proposedTimes}
          error={errorOf('repeat')}
          onChange={(repeat) => change({ repeat })}
        />
      )}
      <div className="actions">
        {failure && <Prompt>{failure.text}</Prompt>}
        {failure?.needsPremium && <ToMembership />}
        <Button type="submit" variant="action" size="large" wide isPending={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

interface Failure {
  text: string
  needsPremium: boolean
}

/** What was typed stays in the form, so that premium can be renewed first. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) {
    return { text: m.plan_failed(), needsPremium: false }
  }
  const needsPremium = error instanceof ApiError && error.status === 402
  return { text: needsPremium ? m.plan_failed_kept({ why: error.message }) : error.message, needsPremium }
}

/** Returns the draft without children that the pickers no longer offer: nobody could see or remove them. */
function onlyKnown(
  draft: PlaydateDraft,
  own: readonly Child[] | undefined,
  offered: readonly string[] | null,
): PlaydateDraft {
  const isOwn = (id: string) => own?.some(({ _id }) => _id === id) ?? true
  const isOffered = (id: string) => offered?.includes(id) ?? true
  const others = draft.otherChildren.filter(isOffered)
  const [next, ...further] = draft.further.filter(isOffered)
  const isFirstGone = others.length === 0 && next !== undefined
  return {
    ...draft,
    ownChildren: draft.ownChildren.filter(isOwn),
    otherChildren: isFirstGone ? [next] : others,
    further: isFirstGone || next === undefined ? further : [next, ...further],
    guests: draft.guests.filter(isOffered),
  }
}

/** Keeps a length that was chosen elsewhere among the choices. */
function durationsWith(minutes: number): number[] {
  return [...new Set<number>([...durations, minutes])].toSorted((a, b) => a - b)
}

function focusField(form: HTMLFormElement | null, { field, index }: DraftProblem): void {
  const part = form?.querySelector<HTMLElement>(`[data-field="${field}"]`)
  if (!part) return
  const controls = part.querySelectorAll<HTMLElement>('input, select, textarea')
  const control =
    part.querySelector<HTMLElement>('[data-focus]') ??
    controls[index] ??
    part.querySelector<HTMLElement>('button[aria-selected="true"], button, a')
  control?.focus({ preventScroll: true })
  part.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
}
