import type { Place } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { lastDate } from '../dates.ts'
import { useChangeHelper, useEndHelp } from '../guardians.queries.ts'

interface HelperSheetProps {
  child: string
  place: Place
  onClose: () => void
}

/** Changes a helper's last day, or ends the help at once. */
export function HelperSheet({ child, place: { caregiver, until }, onClose }: HelperSheetProps) {
  const formId = useId()
  const { timeZone } = useViewer()
  const helper = { child, helper: caregiver._id }
  const { mutateAsync: change } = useChangeHelper(helper)
  const end = useEndHelp(helper)
  const oneAtATime = useOneAtATime()
  const [values, setValues] = useState({ until: until ? lastDate(Date.parse(until), timeZone) : '' })
  const form = useForm({
    values,
    setValues,
    send: (body: { until: string }) => change(body.until),
    afterSend: onClose,
  })
  const stop = () =>
    oneAtATime(async () => {
      await end.mutateAsync()
      showToast(m.guardians_help_stopped({ name: caregiver.name }))
      onClose()
    })
  const close = closeUnless(form.isPending || end.isPending, onClose)
  return (
    <Dialog
      title={m.guardians_help_title({ name: caregiver.name })}
      isOpen
      onClose={close}
      footer={
        <Button variant="action" type="submit" form={formId} isPending={form.isPending}>
          {m.common_save()}
        </Button>
      }
    >
      <form className="stack" id={formId} noValidate onSubmit={form.submit}>
        <TextField label={m.guardians_until()} isRequired type="date" {...form.field('until')} />
        {form.problem && <Prompt>{form.problem}</Prompt>}
        {end.error && <Prompt>{failureText(end.error)}</Prompt>}
        <Button variant="danger" isPending={end.isPending} onPress={stop}>
          {m.guardians_stop_help()}
        </Button>
      </form>
    </Dialog>
  )
}
