import { changePassword } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import { useId, useState } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { useChangePassword } from '../auth.queries.ts'
import { PasswordRules } from './password-rules.tsx'

/** A section of /security. */
export function ChangePassword({ changedAt }: { changedAt: string | null }) {
  const { timeZone } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="card row" aria-labelledby="password">
      <div className="grow security__head">
        <h2 id="password">{m.auth_password()}</h2>
        {changedAt && (
          <p className="small quiet">{m.auth_password_since({ date: shortDate(changedAt, timeZone) })}</p>
        )}
      </div>
      <Button size="small" aria-label={m.auth_password_change_named()} onPress={() => setOpen(true)}>
        {m.auth_password_change()}
      </Button>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

// Not a draft: that would store passwords in the tab.
const nothing = { password: '', newPassword: '', confirmPassword: '' }

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const rulesId = useId()
  const { user } = useSession()
  const [values, setValues] = useState(nothing)
  const { mutateAsync } = useChangePassword()
  const form = useForm({
    values,
    setValues,
    schema: changePassword.body,
    send: async (body) => {
      await mutateAsync(body)
      showToast(m.auth_password_changed())
      onClose()
    },
  })
  const close = closeUnless(form.isPending, onClose)
  return (
    <Dialog
      title={m.auth_password_change_named()}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="primary" type="submit" form={formId} isPending={form.isPending}>
            {m.auth_password_change()}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={form.submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
        <PasswordField
          label={m.auth_your_password()}
          isRequired
          autoComplete="current-password"
          {...form.field('password')}
        />
        <PasswordField
          label={m.auth_new_password()}
          isRequired
          autoComplete="new-password"
          aria-describedby={rulesId}
          {...form.field('newPassword')}
        />
        <PasswordRules id={rulesId} password={values.newPassword} />
        <PasswordField
          label={m.auth_password_again()}
          isRequired
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        <p className="small quiet">{m.auth_password_note()}</p>
        {form.problem && <Prompt>{form.problem}</Prompt>}
      </form>
    </Dialog>
  )
}
