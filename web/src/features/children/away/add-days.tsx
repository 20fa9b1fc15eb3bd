import { createDaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import { awayLimits } from '@tagalong/contract/features/children/away.rules.ts'
import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'
import { useId, useState } from 'react'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { closeUnless } from '#ui/dialogs/close-unless.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { ChildPicks } from '../parts/child-picks.tsx'
import { useCreateDaysAway } from './away.queries.ts'
import './away.css'

interface AddDaysProps {
  children: readonly Child[]
  onClose: () => void
}

/** Asks for the first day, the last day, and who is away. All children are ticked at first. */
export function AddDays({ children, onClose }: AddDaysProps) {
  const [formId, whoId] = [useId(), useId()]
  const { timeZone } = useViewer()
  const { mutateAsync: create } = useCreateDaysAway()
  const [{ attempt, ...values }, setAll] = useState({
    from: '',
    to: '',
    children: children.map(({ _id }) => _id),
    // Idempotency key: pressing again after a lost response must not enter the days twice.
    attempt: newIdempotencyKey(),
  })
  const form = useForm({
    values,
    setValues: (next) => setAll({ ...next, attempt: newIdempotencyKey() }),
    schema: createDaysAway.body,
    send: (body) => create({ body, idempotencyKey: attempt }),
    afterSend: () => {
      showToast(m.children_away_saved())
      onClose()
    },
    pointAt: (field, element) => {
      const control =
        field === 'children' ? element.querySelector('.pick') : element.elements.namedItem(field)
      if (control instanceof HTMLElement) control.focus()
      return control !== null
    },
  })
  const toggle = (id: string) =>
    form.set(
      'children',
      values.children.includes(id) ? values.children.filter((each) => each !== id) : [...values.children, id],
    )
  const today = dateIn(Date.now(), timeZone)
  const last = dateIn(startOfDate(today, timeZone, awayLimits.daysAhead), timeZone)
  const whoError = form.promptOf('children')
  return (
    <Dialog
      title={m.children_away_add()}
      isOpen
      onClose={closeUnless(form.isPending, onClose)}
      footer={
        <Button variant="action" wide type="submit" form={formId} isPending={form.isPending}>
          {m.common_save()}
        </Button>
      }
    >
      <form className="stack" id={formId} noValidate onSubmit={form.submit}>
        <div className="away__days">
          <TextField
            label={m.children_away_first()}
            isRequired
            type="date"
            min={today}
            max={last}
            {...form.field('from')}
          />
          <TextField
            label={m.children_away_last()}
            isRequired
            type="date"
            min={values.from || today}
            max={last}
            {...form.field('to')}
          />
        </div>
        <section>
          <h3 className="legend away__who">{m.children_away_who()}</h3>
          <ChildPicks
            label={m.children_away_who()}
            children={children}
            picked={values.children}
            onToggle={toggle}
            describedBy={whoError && whoId}
          />
          {whoError && <Prompt id={whoId}>{whoError}</Prompt>}
        </section>
        {form.problem && <Prompt>{form.problem}</Prompt>}
      </form>
    </Dialog>
  )
}
