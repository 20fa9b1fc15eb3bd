import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError } from '#lib/calls/api.ts'
import { clearAllDrafts } from '#lib/drafts/kept-drafts.ts'
import { endSignIn, ownSignIn } from '#lib/session/stored-token.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDeleteAccount } from '../auth.queries.ts'
import './delete-account.css'

/** Deletes the account for good. The password is required. */
export function DeleteAccount() {
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card stack deleteaccount" aria-labelledby={titleId}>
      <h2 id={titleId}>{m.auth_delete_account()}</h2>
      <p className="small quiet">{m.auth_delete_what()}</p>
      <Button variant="danger" onPress={() => setAsking(true)}>
        <Icon name="bin" small />
        {m.auth_delete_account()}
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [signIn] = useState(ownSignIn)
  const leave = () => {
    clearAllDrafts()
    // Kept in the history entry's state, so that it survives a reload.
    if (endSignIn(signIn)) navigate('/goodbye', { replace: true, state: { isDeleted: true } })
    else window.location.replace('/')
  }
  const { mutateAsync, isPending, error, reset } = useDeleteAccount(leave)
  const oneAtATime = useOneAtATime()
  const prompt = error instanceof ApiError ? error.fields?.password : undefined

  // The call can't be cancelled once it is sent.
  const close = () => {
    if (!isPending) onClose()
    return !isPending
  }
  return (
    <Dialog
      title={m.auth_delete_question()}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{m.common_keep_it()}</Button>
          <Button
            variant="action"
            type="submit"
            form={formId}
            isPending={isPending}
            isDisabled={password === ''}
          >
            {m.auth_delete_account()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          oneAtATime(() => mutateAsync(password))
        }}
      >
        <p className="quiet">{m.auth_delete_warning({ brand })}</p>
        <TextField
          label={m.auth_password()}
          isRequired
          type="password"
          autoComplete="current-password"
          value={password}
          error={prompt}
          onChange={(event) => {
            reset()
            setPassword(event.target.value)
          }}
        />
        {error && !prompt && <Prompt>{error.message}</Prompt>}
      </form>
    </Dialog>
  )
}
