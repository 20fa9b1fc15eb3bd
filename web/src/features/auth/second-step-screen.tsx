import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { offlineText } from '#lib/calls/offline-text.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { canUsePasskeys } from '#lib/passkeys.ts'
import { useSession } from '#lib/session/session.tsx'
import { useAction } from '#lib/use-action.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'
import { answerByPasskey } from './passkey.ts'
import { isOver, type Step, takeStep } from './second-step.ts'
import { isSixDigits } from './security/six-digits.ts'
import { currentTicket, type GoingOn, goOn, type Ticket } from './sign-in.ts'

/** /second-step: shown after a correct password if a second step is required. */
export function SecondStepScreen() {
  const { user } = useSession()
  const state = useLocation().state as GoingOn | null
  const next = state?.next ?? null
  const [ticket, setTicket] = useState(currentTicket)
  const [isTaken, setTaken] = useState(false)
  if (user && !isTaken) return <Navigate to={safePath(next) ?? '/'} replace />
  if (!ticket) return <TookAWhile next={next} />
  return (
    <SecondStep ticket={ticket} next={next} onTaken={() => setTaken(true)} onOver={() => setTicket(null)} />
  )
}

interface SecondStepProps {
  ticket: Ticket
  next: string | null
  onTaken: () => void
  onOver: () => void
}

type Way = Ticket['kinds'][number]

function firstOf(kinds: readonly Way[]): Way {
  if (kinds.includes('app')) return 'app'
  return kinds.includes('passkey') && canUsePasskeys() ? 'passkey' : 'recovery'
}

const leads = {
  app: m.auth_step_app,
  passkey: m.auth_step_passkey,
  recovery: m.auth_step_recovery,
}

function SecondStep({ ticket, next, onTaken, onOver }: SecondStepProps) {
  const navigate = useNavigate()
  const first = firstOf(ticket.kinds)
  const [way, setWay] = useState(first)
  /** Signs in. If the ticket is over, the sign-in has to begin anew. */
  const take = async (step: Step) => {
    try {
      const answer = await takeStep(ticket.ticket, step)
      onTaken()
      goOn(answer, next, navigate)
    } catch (error) {
      if (!isOver(error)) throw error
      onOver()
    }
  }
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form secondstep">
        <h1>{m.auth_one_more_step()}</h1>
        <p className="quiet welcome__lead">{leads[way]()}</p>
        {way === 'app' && <AppCode take={take} />}
        {way === 'recovery' && <RecoveryCode take={take} />}
        {ticket.kinds.includes('passkey') && canUsePasskeys() && way !== 'recovery' && (
          <Passkey isOnly={way === 'passkey'} take={take} />
        )}
        <p className="centered">
          <button
            type="button"
            className="roomy secondstep__other"
            onClick={() => setWay(way === 'recovery' ? first : 'recovery')}
          >
            {way === 'recovery' ? m.common_back() : m.auth_recovery_use()}
          </button>
        </p>
        <p className="small quiet secondstep__lost">{m.auth_step_lost()}</p>
      </div>
    </SceneFrame>
  )
}

interface TakeProps {
  take: (step: Step) => Promise<void>
}

function AppCode({ take }: TakeProps) {
  const [values, setValues] = useState({ code: '' })
  const form = useForm({
    values,
    setValues,
    rules: [{ field: 'code', isValid: isSixDigits, prompt: m.prompt_auth_code_wrong() }],
    errorMessages: offlineText(),
    send: ({ code }: { code: string }) => take({ code }),
  })
  return (
    <StepForm form={form}>
      <CodeField
        label={m.auth_code()}
        isRequired
        {...form.field('code')}
        onChange={(code) => form.set('code', code)}
        onWhole={(whole) => whole?.requestSubmit()}
      />
    </StepForm>
  )
}

function RecoveryCode({ take }: TakeProps) {
  const [values, setValues] = useState({ recoveryCode: '' })
  const form = useForm({
    values,
    setValues,
    rules: [
      {
        field: 'recoveryCode',
        isValid: (code) => String(code).trim() !== '',
        prompt: m.prompt_auth_recovery_missing(),
      },
    ],
    errorMessages: offlineText(),
    send: ({ recoveryCode }: { recoveryCode: string }) => take({ recoveryCode: recoveryCode.trim() }),
  })
  return (
    <StepForm form={form}>
      <TextField
        label={m.auth_recovery_code()}
        isRequired
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.field('recoveryCode')}
      />
    </StepForm>
  )
}

function StepForm({
  form,
  children,
}: {
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'problem' | 'isPending'>
  children: ReactNode
}) {
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      {children}
      {form.problem && <Prompt>{form.problem}</Prompt>}
      <Button variant="action" size="large" wide type="submit" isPending={form.isPending}>
        {m.common_sign_in()}
      </Button>
    </form>
  )
}

function Passkey({ isOnly, take }: TakeProps & { isOnly: boolean }) {
  const { isPending, problem, run } = useAction()
  const use = () =>
    run(async () => {
      const passkey = await answerByPasskey()
      if (passkey) await take({ passkey })
    })
  return (
    <div className="stack">
      <Button variant={isOnly ? 'action' : 'soft'} size="large" wide isPending={isPending} onPress={use}>
        <Icon name="key" small />
        {m.auth_passkey_use()}
      </Button>
      {problem && <Prompt>{problem}</Prompt>}
    </div>
  )
}

/** Shown after a reload, by a direct link, or once the ticket is over. */
function TookAWhile({ next }: { next: string | null }) {
  return (
    <SceneFrame art={<KeyArt />}>
      <div className="welcome__form centered" role="status">
        <h1>{m.auth_one_more_step()}</h1>
        <p>{m.prompt_auth_ticket_over()}</p>
        <ButtonLink
          className="welcome__next"
          variant="action"
          size="large"
          wide
          replace
          to={next ? `/login?next=${encodeURIComponent(next)}` : '/login'}
        >
          {m.common_sign_in()}
        </ButtonLink>
      </div>
    </SceneFrame>
  )
}
