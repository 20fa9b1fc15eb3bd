import {
  checkPhoneProof,
  codePauseSeconds,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { isUnanswered } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { clearDraft, useDraft, writeDraft } from '#lib/drafts/draft.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import PhoneArt from '#ui/art/scene-phone.svg?react'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { PhoneNumber } from '#ui/fields/phone-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { showToast } from '#ui/toast.tsx'
import { useCheckPhoneProof, useStartPhoneProof } from './caregivers.queries.ts'
import './confirm-number.css'
import { useNumberProof } from './number-proof.ts'

const draftKey = 'confirm-number'

/**
 * The code last sent: what was typed of it, its number, when it ends and when another may be sent. Kept so that a
 * reload requests no other. Times are milliseconds on this device's clock.
 */
interface Draft {
  code: string
  sentTo: string
  expiresAt: number
  againAt: number
  /** The call got no response, so the code may have been sent. */
  isUnsure: boolean
}
const nothing: Draft = { code: '', sentTo: '', expiresAt: 0, againAt: 0, isUnsure: false }
const codeWorksFor = 600_000

export function ConfirmNumberScreen() {
  const proof = useNumberProof()
  // Decided once: when the number is confirmed here, the form itself navigates away.
  const [isOpen] = useState(proof === 'due' || proof === 'possible')
  return isOpen ? <ConfirmNumber /> : <Navigate to="/profile" replace />
}

function ConfirmNumber() {
  const sentId = useId()
  const { phoneNumber } = useViewer()
  const [draft, setDraft] = useDraft(draftKey, nothing)
  const { mutateAsync, isPending, error } = useStartPhoneProof()
  // Compared with the opening time, so that the field doesn't vanish during typing. The server refuses a late code.
  const [openedAt] = useState(() => Date.now())
  const isSent = draft.sentTo === phoneNumber && draft.expiresAt > openedAt
  const start = () => mutateAsync().then(noteSent, noteFailure)
  const noteSent = (sent: { expiresAt: string; againAt: string }) => {
    // Clocks differ, so only the difference between the two times counts, and nobody waits longer than the pause.
    const againIn = codePauseSeconds * 1_000
    const worksFor = againIn + Date.parse(sent.expiresAt) - Date.parse(sent.againAt)
    const now = Date.now()
    const [expiresAt, againAt] = [now + worksFor, now + againIn]
    note({ code: '', sentTo: phoneNumber, expiresAt, againAt, isUnsure: false })
  }
  const noteFailure = (failure: Error) => {
    if (isSent || !isUnanswered(failure)) return
    const expiresAt = Date.now() + codeWorksFor
    note({ ...nothing, sentTo: phoneNumber, expiresAt, isUnsure: true })
  }
  /** Writes the draft even if the page was left meanwhile, so that the code counts when the page is opened again. */
  const note = (sent: Draft) => {
    writeDraft(draftKey, sent)
    setDraft(sent)
  }
  const words = isSent && !draft.isUnsure ? m.caregivers_code_sent : m.caregivers_code_to
  const hasBegun = useRef(isSent)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void start()
  })
  return (
    <>
      <div className="tinted confirmnumber__scene">
        <PhoneArt />
      </div>
      <div className="card stack confirmnumber">
        <p id={sentId} role="status">
          <Rich
            parts={words.parts({ number: phoneNumber })}
            marks={{
              // Keeps the full stop with the number, so that it doesn't wrap.
              number: (words) => (
                <b className="confirmnumber__number">
                  <PhoneNumber number={phoneNumber} />
                  {words.slice(phoneNumber.length)}
                </b>
              ),
              // Saving the number there leads back here, and from here to where the viewer came from.
              change: (words) => (
                <Link to="/edit-profile" replace>
                  {words}
                </Link>
              ),
            }}
          />
        </p>
        {isSent && (
          <CodeForm labelId={sentId} draft={draft} onType={(code) => setDraft({ ...draft, code })} />
        )}
        {error && <Prompt>{failureText(error, offlineText())}</Prompt>}
        <Again at={isSent ? draft.againAt : 0} isPending={isPending} onPress={start} />
      </div>
      <p className="hint row confirmnumber__skip">
        <Icon name="info" small />
        <span>{m.caregivers_code_skip()}</span>
      </p>
    </>
  )
}

interface CodeFormProps {
  draft: Draft
  onType: (code: string) => void
  labelId: string
}

function CodeForm({ draft, onType, labelId }: CodeFormProps) {
  const navigate = useNavigateFromHere()
  const { mutateAsync } = useCheckPhoneProof()
  const form = useForm({
    values: { code: draft.code },
    setValues: ({ code }) => onType(code),
    schema: checkPhoneProof.body,
    errorMessages: offlineText(),
    send: mutateAsync,
    afterSend: () => {
      clearDraft(draftKey)
      showToast(m.caregivers_number_confirmed())
      // If the page was opened by its address, there is nothing to go back to.
      const { idx } = window.history.state as { idx?: number }
      if (idx === 0) navigate('/', { replace: true })
      else navigate(-1)
    },
  })
  return (
    <form className="stack" noValidate aria-labelledby={labelId} onSubmit={form.submit}>
      <CodeField
        label={m.caregivers_your_code()}
        isRequired
        {...form.field('code')}
        onChange={(code) => form.set('code', code)}
        onWhole={(whole) => whole?.requestSubmit()}
      />
      {form.problem && <Prompt>{form.problem}</Prompt>}
      <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
        {m.common_confirm()}
      </Button>
    </form>
  )
}

/** Sends another code once the pause is over. */
function Again({ at, isPending, onPress }: { at: number; isPending: boolean; onPress: () => void }) {
  const left = Math.min(Math.ceil((at - useNow(500)) / 1_000), codePauseSeconds)
  return (
    <p className="centered confirmnumber__again">
      {left > 0 ? (
        <span className="quiet">{m.caregivers_code_again_in({ time: minutesOf(left) })}</span>
      ) : (
        <Button variant="quiet" size="small" isPending={isPending} onPress={onPress}>
          {m.caregivers_code_again()}
        </Button>
      )}
    </p>
  )
}

/** Formats seconds as `0:24`. */
function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
