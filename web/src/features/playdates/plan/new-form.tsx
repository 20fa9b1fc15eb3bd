import { m } from '@tagalong/contract/messages.ts'
import type { ComponentProps } from 'react'
import { PaymentNote } from '#features/billing/parts/payment-note.tsx'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useViewer } from '#lib/session/session.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { askingOf } from '../asks/ask-draft.ts'
import { WhomToAsk } from '../asks/whom-to-ask.tsx'
import { useCreatePlaydate } from '../playdates.queries.ts'
import { GuestPicker } from './guests/guest-picker.tsx'
import { useInvitable, useOffered } from './guests/use-offered.ts'
import { attemptFor, type PlaydateDraft, proposalOf } from './playdate-draft.ts'
import { PlaydateForm } from './playdate-form.tsx'
import { TypeChoice } from './type-choice.tsx'
import { useMayPlanEvents } from './use-may-plan-events.ts'
import '../playdates.css'

interface NewFormProps {
  /** The name under which the draft is kept. */
  draftKey: string
  initial: PlaydateDraft
  /** Replaces the usual title. */
  title?: string | undefined
  onCreated: () => void
}

/** A new request or event: its type first, then the rest. */
export function NewForm({ draftKey, initial, title, onCreated }: NewFormProps) {
  const { timeZone } = useViewer()
  const [draft, setDraft] = useDraft<PlaydateDraft>(draftKey, initial)
  const mayPlanEvents = useMayPlanEvents()
  const { mutateAsync: create } = useCreatePlaydate()

  const change = (part: Partial<PlaydateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const send = async (sent: PlaydateDraft) => {
    const body = { ...proposalOf(sent, { isOwnerSide: true, timeZone }), ...askingOf(sent) }
    const attempt = attemptFor(draft.attempt, body, newIdempotencyKey)
    // Kept before sending, so that a retry after a reload is still the same attempt.
    change({ attempt })
    await create({ body, idempotencyKey: attempt.idempotencyKey })
    clearDraft(draftKey)
    onCreated()
  }
  const form = { draft, onChange: change, onSubmit: send, isOwnerSide: true, submitLabel: m.plan_create() }
  const isEvent = draft.type === 'group'
  return (
    <>
      <PageHeader
        title={title ?? (isEvent ? m.plan_schedule_event() : m.common_schedule_playdate())}
        back="/"
      />
      {mayPlanEvents.paid && (
        <div className="part">
          <PaymentNote subscription={mayPlanEvents.paid} />
        </div>
      )}
      <TypeChoice type={draft.type} mayPlanEvents={mayPlanEvents} onChoose={(type) => change({ type })} />
      {isEvent && mayPlanEvents.answer === false && <Lapsed />}
      {isEvent && <EventForm {...form} />}
      {draft.type === 'single' && <RequestForm {...form} />}
    </>
  )
}

/** For an event begun while premium: it waits until the viewer is premium again. The link to that is above. */
function Lapsed() {
  return (
    <p className="pd__changed" role="alert">
      {m.plan_needs_premium()}
    </p>
  )
}

type FormProps = Omit<ComponentProps<typeof PlaydateForm>, 'offered' | 'invited'>

function RequestForm(form: FormProps) {
  const { draft, onChange } = form
  const offered = useOffered(draft)
  const invitable = useInvitable()
  return (
    <PlaydateForm
      {...form}
      offered={draft.further.length > 0 ? invitable : offered}
      invited={(error) => <WhomToAsk draft={draft} error={error} onChange={onChange} />}
    />
  )
}

function EventForm(form: FormProps) {
  const { draft, onChange } = form
  const invitable = useInvitable()
  return (
    <PlaydateForm
      {...form}
      offered={invitable}
      invited={(error) => (
        <GuestPicker
          source={draft.source}
          place={draft.place}
          guests={draft.guests}
          error={error}
          onSource={(source) => onChange({ source })}
          onPlace={(place) => onChange({ place })}
          onGuests={(guests) => onChange({ guests })}
        />
      )}
    />
  )
}
