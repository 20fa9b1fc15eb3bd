import type { Place } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { showToast } from '#ui/toast.tsx'
import { useLeaveChild, useStayWithChild } from '../guardians.queries.ts'

interface LeavingProps {
  child: string
  name: string
  /** The viewer's own place. */
  place: Place
}

export function Leaving({ child, name, place }: LeavingProps) {
  const { until, mayStay } = place
  if (!until) return <Leave child={child} name={name} />
  if (!mayStay) return <Ended child={child} until={until} />
  return <Staying child={child} name={name} until={until} />
}

function Leave({ child, name }: Omit<LeavingProps, 'place'>) {
  const [isAsking, setAsking] = useState(false)
  const leave = useLeaveChild(child)
  const oneAtATime = useOneAtATime()
  const close = () => {
    setAsking(false)
    leave.reset()
  }
  return (
    <>
      <Button variant="danger" wide onPress={() => setAsking(true)}>
        {m.guardians_leave({ name })}
      </Button>
      <ConfirmDialog
        title={m.guardians_leave({ name })}
        text={m.guardians_leave_note({ name })}
        isOpen={isAsking}
        isPending={leave.isPending}
        problem={leave.error ? failureText(leave.error) : undefined}
        onCancel={close}
        onConfirm={() => oneAtATime(() => leave.mutateAsync().then(close))}
      />
    </>
  )
}

/** For a place that an administrator ends. The reason and the way to object are on a separate page. */
function Ended({ child, until }: { child: string; until: string }) {
  const { _id, timeZone } = useViewer()
  return (
    <section className="card asks stack">
      <p>{m.guardians_you_stop({ time: timeAndDay(until, timeZone) })}</p>
      <ButtonLink variant="primary" wide to={`/child/${child}/change/${_id}`}>
        {m.mail_safety_button()}
      </ButtonLink>
    </section>
  )
}

function Staying({ child, name, until }: Omit<LeavingProps, 'place'> & { until: string }) {
  const { timeZone } = useViewer()
  const stay = useStayWithChild(child)
  const oneAtATime = useOneAtATime()
  return (
    <section className="card asks">
      <p>{m.guardians_you_stop({ time: timeAndDay(until, timeZone) })}</p>
      {stay.error && <Prompt>{failureText(stay.error)}</Prompt>}
      <Button
        variant="primary"
        wide
        isPending={stay.isPending}
        onPress={() =>
          oneAtATime(() => stay.mutateAsync().then(() => showToast(m.guardians_staying({ name }))))
        }
      >
        {m.guardians_stay()}
      </Button>
    </section>
  )
}
