import { changeEmail } from '@tagalong/contract/features/auth/auth.contract.ts'
import { useId, useState } from 'react'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useForm } from '#lib/form.ts'
import { useSession } from '#lib/session.tsx'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useChangeEmail } from '../auth.queries.ts'
import './change-email-form.css'

const draftKey = 'change-email'
const nothing = { email: '' }

export function ChangeEmailForm() {
  const titleId = useId()
  const { user } = useSession()
  const [values, setValues] = useDraft(draftKey, nothing)
  const [pendingEmail, setPendingEmail] = useState<string>()
  const { mutateAsync } = useChangeEmail()
  const form = useForm({
    values,
    setValues,
    schema: changeEmail.body,
    check: ({ email }) =>
      email.trim().toLowerCase() === user?.email.toLowerCase()
        ? { email: 'You sign in with this address already' }
        : {},
    send: async ({ email }) => {
      const answer = await mutateAsync(email)
      setValues(nothing)
      clearDraft(draftKey)
      setPendingEmail(answer.pendingEmail)
    },
  })
  return (
    <form className="card stack changeemail" noValidate aria-labelledby={titleId} onSubmit={form.submit}>
      <div className="row">
        <div className="grow">
          <h2 id={titleId}>Change Email</h2>
          <p className="small quiet changeemail__now">
            Now: <b>{user?.email}</b>
          </p>
        </div>
        <span className="tinted changeemail__art">
          <PostArt />
        </span>
      </div>
      <TextField
        label="New Email"
        isRequired
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('email')}
      />
      <p className="hint row changeemail__hint">
        <Icon name="info" small />
        <span>We mail a link to the new address. Until you open it, you sign in as before.</span>
      </p>
      {form.problem && <Prompt>{form.problem}</Prompt>}
      <Button variant="primary" wide type="submit" isPending={form.isPending}>
        Change Email
      </Button>
      <div role="status">
        {pendingEmail && (
          <p className="changeemail__sent">
            <Icon name="check" small />
            <span>
              We have mailed a link to <b>{pendingEmail}</b>. It works for 60 minutes. Until you open it, you
              sign in with {user?.email}.
            </span>
          </p>
        )}
      </div>
    </form>
  )
}
