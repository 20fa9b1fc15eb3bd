import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'
import { isUnanswered } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { showToast } from '#ui/toast.tsx'
import {
  type Security,
  useMakeRecoveryCodes,
  useRemoveTotp,
  useStartTotp,
  useTurnSecondStepOff,
  useTurnSecondStepOn,
} from '../security.queries.ts'
import { needsMailCode } from './mail-code.tsx'
import { type Begun, SetUpApp } from './set-up-app.tsx'
import { Way } from './way.tsx'

/** Number of recovery codes made at once. */
const allCodes = 10

interface CardProps {
  security: Security
  onCodes: (codes: readonly string[]) => void
  /** Called if the response to switching it on was lost, perhaps with codes. */
  onLost: () => void
}

interface LostProps {
  /** True if it was switched on but its codes were never shown. */
  areLost: boolean
  onGivenUp: () => void
}

/** A section of /security. */
export function SecondStepCard({ areLost, onGivenUp, ...card }: CardProps & LostProps) {
  const { security, onCodes } = card
  const { totp, secondStep, isSetUp } = security
  const hasApp = isSetUp || totp
  const hasCodes = useHeldUnderDialog(secondStep)
  return (
    <section className="card stack security__card" aria-label={m.auth_second_step()}>
      <Switch {...card} />
      {(hasApp || hasCodes) && (
        <ul className="ways">
          {hasApp && <App {...card} areLost={areLost} />}
          {hasCodes && (
            <RecoveryCodes security={security} onCodes={onCodes} areLost={areLost} onGivenUp={onGivenUp} />
          )}
        </ul>
      )}
    </section>
  )
}

function Switch({ security: { passkeys, totp, secondStep, isSetUp }, onCodes, onLost }: CardProps) {
  const [isAsking, setAsking] = useState(false)
  const on = useTurnSecondStepOn()
  const off = useTurnSecondStepOff()
  const hasWay = passkeys.length > 0 || totp
  const oneAtATime = useOneAtATime()
  const change = (wanted: boolean) => {
    if (on.isPending) return
    if (!wanted) return setAsking(true)
    oneAtATime(async () => {
      try {
        const { recoveryCodes } = await on.mutateAsync()
        if (recoveryCodes) onCodes(recoveryCodes)
        else showToast(m.auth_second_step_is_on())
      } catch (error) {
        if (isUnanswered(error)) onLost()
        throw error
      }
    })
  }
  const close = () => {
    setAsking(false)
    off.reset()
  }
  const first = isSetUp ? m.auth_second_step_first() : m.auth_second_step_first_passkey()
  return (
    <>
      <Toggle
        label={
          <>
            <b className="display">{m.auth_second_step()}</b>
            <small>{m.auth_second_step_note()}</small>
          </>
        }
        hint={!hasWay && !secondStep && first}
        checked={secondStep || on.isPending}
        disabled={!hasWay && !secondStep}
        aria-busy={on.isPending || undefined}
        error={on.error && !secondStep ? failureText(on.error, offlineText()) : undefined}
        onChange={({ target }) => change(target.checked)}
      />
      <ConfirmDialog
        title={m.auth_second_step_off_question()}
        text={m.auth_second_step_off_note()}
        confirmLabel={m.auth_second_step_off()}
        isOpen={isAsking}
        isPending={off.isPending}
        problem={off.error ? failureText(off.error, offlineText()) : undefined}
        onConfirm={() =>
          off.mutate(undefined, {
            onSuccess: () => {
              close()
              showToast(m.auth_second_step_is_off())
            },
          })
        }
        onCancel={close}
      />
    </>
  )
}

function App({ areLost, ...card }: CardProps & Pick<LostProps, 'areLost'>) {
  const { security } = card
  const [sheet, setSheet] = useState<{ begun: Begun | undefined }>()
  const start = useStartTotp()
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending, error, reset } = useRemoveTotp()
  // The sheet has done its job: the app was set up, only the codes were lost.
  useEffect(() => {
    if (areLost) setSheet(undefined)
  }, [areLost])
  const { totp, secondStep, passkeys } = security
  const isLast = secondStep && passkeys.length === 0
  const close = () => {
    setRemoving(false)
    reset()
  }
  const oneAtATime = useOneAtATime()
  const setUp = () => {
    if (needsMailCode(security)) return setSheet({ begun: undefined })
    oneAtATime(async () => {
      try {
        setSheet({ begun: await start.mutateAsync({}) })
      } catch (failure) {
        showToast(failureText(failure, offlineText()), { problem: true })
      }
    })
  }
  return (
    <Way icon="phone" name={m.auth_app()} note={totp ? m.auth_app_there() : m.auth_app_none()}>
      {totp ? (
        <Button size="small" aria-label={m.auth_app_remove_named()} onPress={() => setRemoving(true)}>
          {m.auth_app_remove()}
        </Button>
      ) : (
        <Button
          size="small"
          isPending={start.isPending}
          aria-label={m.auth_app_set_up_named()}
          onPress={setUp}
        >
          {m.auth_app_set_up()}
        </Button>
      )}
      {sheet && !areLost && <SetUpApp {...sheet} {...card} onClose={() => setSheet(undefined)} />}
      <ConfirmDialog
        title={m.auth_app_remove_question()}
        text={[m.auth_app_remove_note(), isLast && m.auth_second_step_last()].filter(Boolean).join(' ')}
        confirmLabel={m.auth_app_remove()}
        isOpen={isRemoving}
        isPending={isPending}
        problem={error ? failureText(error, offlineText()) : undefined}
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => {
              close()
              showToast(m.auth_removed({ name: m.auth_app() }))
            },
          })
        }
        onCancel={close}
      />
    </Way>
  )
}

function RecoveryCodes({
  security: { codesLeft },
  onCodes,
  areLost,
  onGivenUp,
}: Omit<CardProps, 'onLost'> & LostProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending, error, reset } = useMakeRecoveryCodes()
  const oneAtATime = useOneAtATime()
  const close = () => {
    setAsking(false)
    onGivenUp()
    reset()
  }
  return (
    <Way icon="file" name={m.auth_codes()} note={m.auth_codes_left({ left: codesLeft, all: allCodes })}>
      <Button size="small" onPress={() => setAsking(true)}>
        {m.auth_codes_new()}
      </Button>
      <ConfirmDialog
        title={m.auth_codes_new_question()}
        text={areLost ? m.auth_codes_lost() : m.auth_codes_new_note()}
        confirmLabel={m.auth_codes_make()}
        isOpen={isAsking || areLost}
        isPending={isPending}
        problem={error ? failureText(error, offlineText()) : undefined}
        onConfirm={() =>
          oneAtATime(async () => {
            const { recoveryCodes } = await mutateAsync()
            close()
            onCodes(recoveryCodes)
          })
        }
        onCancel={close}
      />
    </Way>
  )
}
