import { helpDays, maxLabel, type Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { createGuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { brand } from '#lib/brand.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyQrCode } from '#ui/qr/lazy-qr-code.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { showToast } from '#ui/toast.tsx'
import { lastDate } from '../dates.ts'
import { useCreateInvite } from '../guardians.queries.ts'
import '#ui/styles/by-hand.css'

interface NewGrownUpProps {
  child: string
  name: string
  onClose: () => void
}

/** Makes a link to share. It is shown only here and only once. */
export function NewGrownUp({ child, name, onClose }: NewGrownUpProps) {
  const [link, setLink] = useState<string | null>(null)
  return link ? (
    <MadeLink link={link} onClose={onClose} />
  ) : (
    <Asking child={child} name={name} onMade={setLink} onClose={onClose} />
  )
}

function Asking({ child, name, onMade, onClose }: NewGrownUpProps & { onMade: (link: string) => void }) {
  const formId = useId()
  const { timeZone } = useViewer()
  const { mutateAsync: create } = useCreateInvite(child)
  const [{ attempt, ...values }, setAll] = useState({
    label: '',
    role: 'guardian' as Role,
    until: lastDate(Date.now() + helpDays.byDefault * 86_400_000, timeZone),
    // Idempotency key: pressing again after a lost response must not make a second link.
    attempt: newIdempotencyKey(),
  })
  const form = useForm({
    values,
    setValues: (next) => setAll({ ...next, attempt: newIdempotencyKey() }),
    schema: createGuardianInvite.body,
    bodyOf: ({ until, ...body }) => (body.role === 'helper' ? { ...body, until } : body),
    send: async (body) => onMade((await create({ body, idempotencyKey: attempt })).inviteUrl),
  })
  return (
    <Dialog
      title={m.guardians_add()}
      isOpen
      onClose={closeUnless(form.isPending, onClose)}
      footer={
        <Button variant="action" wide type="submit" form={formId} isPending={form.isPending}>
          {m.guardians_make_link()}
        </Button>
      }
    >
      <form className="stack grownups__new" id={formId} noValidate onSubmit={form.submit}>
        <TextField
          label={m.guardians_new_for()}
          hint={m.guardians_new_for_hint({ name })}
          isRequired
          maxLength={maxLabel}
          autoComplete="off"
          {...form.field('label')}
        />
        <Choices
          legend={m.guardians_new_role({ name })}
          look="rows"
          choices={[
            { value: 'guardian', text: m.guardians_parent(), detail: m.guardians_parent_note({ name }) },
            { value: 'helper', text: m.guardians_helper(), detail: m.guardians_helper_note({ name }) },
          ]}
          chosen={values.role}
          error={undefined}
          onChoose={(role) => form.set('role', role as Role)}
        />
        {values.role === 'helper' && (
          <TextField label={m.guardians_until()} isRequired type="date" {...form.field('until')} />
        )}
        {form.problem && <Prompt>{form.problem}</Prompt>}
      </form>
    </Dialog>
  )
}

function MadeLink({ link, onClose }: { link: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(link)) showToast(m.connections_link_copied())
  }
  return (
    <Dialog title={m.guardians_add()} isOpen onClose={onClose}>
      <div className="stack grownups__made">
        <div className="grownups__qr">
          <LazyQrCode text={link} label={m.guardians_link_qr()} />
        </div>
        <p className="byhand">{link}</p>
        <div className="asks__answers">
          <ShareButton what={{ title: brand, text: m.guardians_share_text({ brand }), url: link }} />
          <Button variant="action" onPress={() => void copy()}>
            <Icon name="copy" small />
            {m.common_copy()}
          </Button>
        </div>
        <p className="hint">{m.guardians_link_good()}</p>
      </div>
    </Dialog>
  )
}
