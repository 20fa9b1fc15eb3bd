import type { Help } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { lastDay } from '../dates.ts'
import { useHelp, useLeaveChild } from '../guardians.queries.ts'
import './own-place.css'

/** On /profile: the children that the viewer helps with; nothing if there are none. */
export function HelpedChildren() {
  const { data, error, refetch } = useHeldUnderDialog(useHelp())
  if (data ? data.length === 0 : !error) return null
  return (
    <section className="card profile__part" aria-labelledby="helped-children">
      <h2 id="helped-children">{m.guardians_helped_children()}</h2>
      {data ? (
        <ul className="profile__children">
          {data.map((help) => (
            <Helped key={help.child._id} help={help} />
          ))}
        </ul>
      ) : (
        <PartProblem text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Helped({ help: { child, until } }: { help: Help }) {
  const { timeZone } = useViewer()
  const [isAsking, setAsking] = useState(false)
  const leave = useLeaveChild(child._id)
  const oneAtATime = useOneAtATime()
  const close = () => {
    setAsking(false)
    leave.reset()
  }
  return (
    <li className="row ownplace">
      <ChildAvatar child={child} size="2.75rem" />
      <div className="grow">
        <b className="display">
          <bdi>{child.firstName}</bdi>
        </b>
        <p className="small quiet">{m.guardians_help_until({ date: lastDay(until, timeZone) })}</p>
      </div>
      <Button size="small" onPress={() => setAsking(true)}>
        {m.guardians_stop_helping()}
      </Button>
      <ConfirmDialog
        title={m.guardians_stop_helping()}
        text={m.guardians_stop_helping_note({ name: child.firstName })}
        isOpen={isAsking}
        isPending={leave.isPending}
        problem={leave.error ? failureText(leave.error) : undefined}
        onCancel={close}
        onConfirm={() => oneAtATime(() => leave.mutateAsync().then(close))}
      />
    </li>
  )
}
