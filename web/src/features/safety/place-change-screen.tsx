import type { PlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import { maxReportLength } from '@tagalong/contract/features/safety/reports.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { StatusLine } from '#ui/status-line.tsx'
import { type ChangedPlace, usePlaceChange, useReportChange } from './place-change.queries.ts'
import './standing.css'

/** /child/{id}/change/{caregiver}: how an administrator changed a grown-up's place, and the way to object. */
export function PlaceChangeScreen() {
  const { id = '', caregiver = '' } = useParams()
  const place = { id, caregiverId: caregiver }
  const change = usePlaceChange(place)
  return (
    <>
      <PageHeader title={m.change_title()} back="/notifications" />
      <Loaded query={change} missing={<NothingChanged />}>
        {(data) => <Change place={place} change={data} />}
      </Loaded>
    </>
  )
}

function Change({ place, change }: { place: ChangedPlace; change: PlaceChange }) {
  const [isObjecting, setObjecting] = useState(false)
  return (
    <div className="stack">
      <div className="card stack">
        <p>
          <What change={change} />
        </p>
        <p className="quiet">{m.change_by()}</p>
        {change.reason !== null && (
          <blockquote className="standing__words" dir="auto">
            {change.reason}
          </blockquote>
        )}
      </div>
      <StatusLine text={change.isReported && m.change_reported()} />
      {change.mayReport && !change.isReported && (
        <Button variant="line" size="large" wide onPress={() => setObjecting(true)}>
          {m.change_not_right()}
        </Button>
      )}
      {isObjecting && <ObjectionSheet place={place} onClose={() => setObjecting(false)} />}
    </div>
  )
}

function What({ change: { caregiver, action, at } }: { change: PlaceChange }) {
  const { timeZone } = useSession()
  const tense = Date.parse(at) > Date.now() ? 'ahead' : 'over'
  const time = timeAndDay(at, timeZone)
  if (!caregiver) return own[action][tense]({ time })
  const name = `${caregiver.name} ${caregiver.lastName}`.trim()
  return (
    <Rich
      parts={others[action][tense].parts({ name, time })}
      marks={{ name: (words) => <bdi>{words}</bdi> }}
    />
  )
}

const own = {
  end: { ahead: m.change_own_ends, over: m.change_own_ended },
  restore: { ahead: m.change_own_returns, over: m.change_own_returned },
}
const others = {
  end: { ahead: m.change_ends, over: m.change_ended },
  restore: { ahead: m.change_returns, over: m.change_returned },
}

function ObjectionSheet({ place, onClose }: { place: ChangedPlace; onClose: () => void }) {
  const draftKey = `objection:${place.id}:${place.caregiverId}`
  const [words, setWords] = useDraft(draftKey, '')
  const [prompt, setPrompt] = useState<string>()
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const oneAtATime = useOneAtATime()
  const report = useReportChange(place)
  const press = () => {
    const said = words.trim()
    if (!said) return setPrompt(m.prompt_report_words())
    oneAtATime(async () => {
      await report.mutateAsync({ words: said, idempotencyKey })
      clearDraft(draftKey)
      onClose()
    })
  }
  const close = closeUnless(report.isPending, onClose)
  return (
    <Dialog
      title={m.change_not_right()}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="action" isPending={report.isPending} onPress={press}>
            {m.chat_send()}
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextArea
          label={m.change_not_right_label()}
          isRequired
          maxLength={maxReportLength}
          error={prompt}
          value={words}
          onChange={({ target }) => {
            setPrompt(undefined)
            // Different words make a different report.
            setIdempotencyKey(newIdempotencyKey())
            setWords(target.value)
          }}
        />
        <p className="small quiet">{m.change_not_right_note()}</p>
        {report.error && <Prompt>{failureText(report.error)}</Prompt>}
      </div>
    </Dialog>
  )
}

function NothingChanged() {
  return (
    <EmptyState
      art={<LostArt />}
      text={m.change_none()}
      note={m.change_none_note()}
      action={
        <ButtonLink variant="action" to="/profile">
          {m.children_to_profile()}
        </ButtonLink>
      }
    />
  )
}
