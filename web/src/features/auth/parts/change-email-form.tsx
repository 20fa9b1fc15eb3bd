import { changeEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { useSession } from '#lib/session/session.tsx'
import PostArt from '#ui/art/scene-post.svg?react'
import { Breakable } from '#ui/breakable.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { useChangeEmail } from '../auth.queries.ts'
import './change-email-form.css'

const draftKey = 'change-email'
const nothing = { email: '' }

export function ChangeEmailForm() {
  const titleId = useId()
  const { user } = useSession()
  const [typed, setTyped] = useDraft(draftKey, nothing)
  const [pendingEmail, setPendingEmail] = useState<string>()
  const { mutateAsync } = useChangeEmail()
  const form = useForm({
    values: typed,
    setValues: setTyped,
    schema: changeEmail.body,
    rules: [
      {
        field: 'email',
        isValid: (email) => String(email).trim().toLowerCase() !== user?.email.toLowerCase(),
        prompt: m.auth_same_email(),
      },
    ],
    send: async (body) => {
      const answer = await mutateAsync(body)
      setTyped(nothing)
      clearDraft(draftKey)
      setPendingEmail(answer.pendingEmail)
    },
  })
  return (
    <form className="card stack changeemail" noValidate aria-labelledby={titleId} onSubmit={form.submit}>
      <div className="row">
        <div className="grow">
          <h2 id={titleId}>{m.auth_change_email()}</h2>
          <p className="small quiet changeemail__now">
            <Rich
              parts={m.auth_email_now.parts({ email: user?.email ?? '' })}
              marks={{
                email: (words) => (
                  <b>
                    <Breakable text={words} />
                  </b>
                ),
              }}
            />
          </p>
        </div>
        <span className="tinted changeemail__art">
          <PostArt />
        </span>
      </div>
      <TextField
        label={m.auth_new_email()}
        isRequired
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('email')}
      />
      <p className="hint row changeemail__hint">
        <Icon name="info" small />
        <span>{m.auth_change_email_hint()}</span>
      </p>
      {form.problem && <Prompt>{form.problem}</Prompt>}
      <Button variant="primary" wide type="submit" isPending={form.isPending}>
        {m.auth_change_email()}
      </Button>
      <div role="status">
        {pendingEmail && (
          <p className="changeemail__sent">
            <Icon name="check" small />
            <span>
              <Rich
                parts={m.auth_change_email_sent.parts({ email: pendingEmail, current: user?.email ?? '' })}
                marks={{ email: (words) => <b>{words}</b> }}
              />
            </span>
          </p>
        )}
      </div>
    </form>
  )
}
