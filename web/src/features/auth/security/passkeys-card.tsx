import type { Passkey } from '@tagalong/contract/features/auth/security.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { useNow } from '#lib/now.ts'
import { canUsePasskeys } from '#lib/passkeys.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { type Security, useRemovePasskey } from '../security.queries.ts'
import { AddPasskey } from './add-passkey.tsx'
import { Way } from './way.tsx'

interface PasskeysCardProps {
  security: Security
  onCodes: (codes: readonly string[]) => void
  /** Called if the response to switching the second step on was lost, perhaps with codes. */
  onLost: () => void
}

/** A section of /security. */
export function PasskeysCard(card: PasskeysCardProps) {
  const titleId = useId()
  const now = useNow(60_000)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const { passkeys, totp, secondStep } = card.security
  return (
    <section className="card stack security__card" aria-labelledby={titleId}>
      <div className="security__head">
        <h2 id={titleId}>{m.auth_passkeys()}</h2>
        <p className="small quiet">{m.auth_passkeys_note()}</p>
      </div>
      {passkeys.length > 0 && (
        <ul className="ways" aria-labelledby={titleId}>
          {passkeys.map((passkey) => (
            <Way key={passkey._id} icon="key" name={passkey.name} note={noteOf(passkey, now)}>
              <button
                className="iconbtn"
                type="button"
                aria-label={m.common_remove({ name: passkey.name })}
                onClick={() => setRemoved(passkey)}
              >
                <Icon name="bin" />
              </button>
            </Way>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button variant="action" wide onPress={() => setAdding(true)}>
          <Icon name="plus" small />
          {m.auth_passkey_add()}
        </Button>
      ) : (
        <p className="hint row row--close">
          <Icon name="info" small />
          <span>{m.auth_passkeys_unknown()}</span>
        </p>
      )}
      {isAdding && <AddPasskey {...card} onClose={() => setAdding(false)} />}
      <RemovePasskey
        passkey={removed}
        isLast={secondStep && !totp && passkeys.length === 1}
        onClose={() => setRemoved(undefined)}
      />
    </section>
  )
}

function noteOf({ createdAt, lastUsedAt }: Passkey, now: number): string {
  return lastUsedAt
    ? m.auth_passkey_seen({ seen: relativeTime(lastUsedAt, now) })
    : m.auth_passkey_since({ since: relativeTime(createdAt, now) })
}

interface RemovePasskeyProps {
  passkey: Passkey | undefined
  /** True if it is the last way of the second step. */
  isLast: boolean
  onClose: () => void
}

function RemovePasskey({ passkey, isLast, onClose }: RemovePasskeyProps) {
  const { mutate, isPending, error, reset } = useRemovePasskey()
  const close = () => {
    onClose()
    reset()
  }
  const name = passkey?.name ?? ''
  return (
    <ConfirmDialog
      title={m.auth_passkey_remove_question({ name })}
      text={[m.auth_passkey_remove_note(), isLast && m.auth_second_step_last()].filter(Boolean).join(' ')}
      confirmLabel={m.auth_app_remove()}
      isOpen={passkey !== undefined}
      isPending={isPending}
      problem={error ? failureText(error, offlineText()) : undefined}
      onConfirm={() =>
        passkey &&
        mutate(passkey._id, {
          onSuccess: () => {
            close()
            showToast(m.auth_removed({ name }))
          },
        })
      }
      onCancel={close}
    />
  )
}
