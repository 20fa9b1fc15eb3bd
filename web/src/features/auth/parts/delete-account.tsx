import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { brand } from '#lib/brand.ts'
import { ApiError } from '#lib/calls/api.ts'
import { clearAllDrafts } from '#lib/drafts/draft.ts'
import { removeToken } from '#lib/session/stored-token.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDeleteAccount } from '../auth.queries.ts'
import './delete-account.css'

/** The way out for good; only the password opens it. */
export function DeleteAccount() {
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card stack deleteaccount" aria-labelledby={titleId}>
      <h2 id={titleId}>Delete Account</h2>
      <p className="small quiet">
        Your profile, your children, their photos and your connections go for good. Playdates and messages
        that others still need stay with them, without your children's names.
      </p>
      <Button variant="danger" onPress={() => setAsking(true)}>
        <Icon name="bin" small />
        Delete Account
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error, reset } = useDeleteAccount()
  const prompt = error instanceof ApiError ? error.fields?.password : undefined

  const submit = () => {
    if (isPending) return
    mutate(password, {
      onSuccess: () => {
        clearAllDrafts()
        removeToken()
        // With the entry of the history, it is there after a reload as well.
        navigate('/goodbye', { replace: true, state: { isDeleted: true } })
      },
    })
  }
  return (
    <Dialog
      title="Delete your account?"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button
            variant="action"
            type="submit"
            form={formId}
            isPending={isPending}
            isDisabled={password === ''}
          >
            Delete Account
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
          submit()
        }}
      >
        <p className="quiet">
          Nobody can bring it back. Families with whom you still have plans are told. To show that it is you,
          please enter the password with which you sign in to {brand}.
        </p>
        <TextField
          label="Password"
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
