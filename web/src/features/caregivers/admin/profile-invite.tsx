import { saveCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ApiError, call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { showToast } from '#ui/toast.tsx'

/** The link by which a user claims this profile. It is shown once. */
export function ProfileInvite({
  caregiver,
  firstUrl,
}: {
  caregiver: CaregiverProfile
  firstUrl: string | undefined
}) {
  const { _id, name } = caregiver
  const input = useRef<HTMLInputElement>(null)
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey())
  const navigate = useNavigate()
  const renew = useMutation<string | null, ApiError>({
    mutationFn: async () => {
      const body = { invite: true }
      const saved = await call(saveCaregiver, { params: { id: _id }, body, idempotencyKey })
      return saved.inviteUrl
    },
    onSuccess: () => {
      setIdempotencyKey(newIdempotencyKey())
      // The first link no longer works, and must not reappear after a reload.
      void navigate('.', { replace: true, state: null })
    },
  })
  const url = renew.data ?? firstUrl
  const copy = async () => {
    if (await copyText(url ?? '')) showToast('Invite link copied')
    else input.current?.select()
  }
  return (
    <section className="card stack narrow readonly" aria-labelledby="profile-invite">
      <h2 id="profile-invite">Invite Link</h2>
      <p className="quiet">
        Nobody has this profile yet. Whoever registers by its link within 14 days gets it. A new link ends the
        one before.
      </p>
      {url && <TextField label="Link" readOnly value={url} ref={input} />}
      {renew.isError && <Prompt>{failureText(renew.error)}</Prompt>}
      <div className="form__actions">
        {url && <ShareButton what={{ title: name, text: 'Your profile is waiting', url }} />}
        <Button isPending={renew.isPending} onPress={() => renew.mutate()}>
          New link
        </Button>
        {url && (
          <Button variant="primary" onPress={() => void copy()}>
            <Icon name="copy" small />
            Copy link
          </Button>
        )}
      </div>
    </section>
  )
}
