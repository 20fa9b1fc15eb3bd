import type { GrownUps, Place } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import type { GuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { type ReactNode, useState } from 'react'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { lastDay } from '../dates.ts'
import { useStopInvite } from '../guardians.queries.ts'
import { HelperSheet } from './helper-sheet.tsx'

/** All grown-ups of the child, and the open invites. */
export function People({ child, all }: { child: string; all: GrownUps }) {
  const { _id } = useViewer()
  // The viewer first.
  const guardians = all.guardians.toSorted(
    (a, b) => Number(b.caregiver._id === _id) - Number(a.caregiver._id === _id),
  )
  const isGuardian = guardians[0]?.caregiver._id === _id
  const waiting = all.invites.filter(({ status }) => status === 'sent' || status === 'confirmed')
  const isAlone = guardians.length + all.helpers.length + all.invites.length === 1
  return (
    <div className="card">
      <ul className="grownups__people">
        {guardians.map((place) => (
          <Guardian key={place.caregiver._id} place={place} isToGuardian={isGuardian} />
        ))}
        {all.helpers.map((place) => (
          <Helper key={place.caregiver._id} child={child} place={place} />
        ))}
        {waiting.map((invite) => (
          <Waiting key={invite._id} invite={invite} />
        ))}
      </ul>
      {isAlone && <p className="small quiet grownups__alone">{m.guardians_card_alone()}</p>}
    </div>
  )
}

interface LineProps {
  caregiver: { _id: string; name: string; lastName: string }
  children: ReactNode
  action?: ReactNode
}

function Line({ caregiver, children, action }: LineProps) {
  return (
    <li className="row">
      <CaregiverAvatar caregiver={caregiver} />
      <div className="grow">
        <b className="display">
          <bdi>{`${caregiver.name} ${caregiver.lastName}`.trim()}</bdi>
        </b>
        <small className="quiet">{children}</small>
      </div>
      {action}
    </li>
  )
}

/** A helper can't mute or report a guardian. */
function Guardian({ place: { caregiver, until }, isToGuardian }: { place: Place; isToGuardian: boolean }) {
  const { _id, timeZone } = useViewer()
  if (caregiver._id === _id) return <Line caregiver={caregiver}>{m.guardians_you()}</Line>
  return (
    <Line caregiver={caregiver} action={isToGuardian && <PersonMenu person={caregiver} withoutBlock />}>
      {until ? m.guardians_leaves({ time: timeAndDay(until, timeZone) }) : m.guardians_grown_up()}
    </Line>
  )
}

function Helper({ child, place }: { child: string; place: Place }) {
  const { _id, timeZone } = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { caregiver, addedBy, until } = place
  const date = until ? lastDay(until, timeZone) : ''
  const isMine = addedBy?._id === _id
  const action = isMine ? (
    <button
      className="iconbtn"
      type="button"
      aria-label={m.guardians_change_help({ name: caregiver.name })}
      onClick={() => setOpen(true)}
    >
      <Icon name="edit" />
    </button>
  ) : (
    caregiver._id !== _id && <PersonMenu person={caregiver} withoutBlock />
  )
  return (
    <Line caregiver={caregiver} action={action}>
      {isMine ? m.guardians_helps_you({ date }) : m.guardians_helps({ name: addedBy?.name ?? '', date })}
      {isOpen && <HelperSheet child={child} place={place} onClose={() => setOpen(false)} />}
    </Line>
  )
}

function Waiting({ invite }: { invite: GuardianInvite }) {
  const { timeZone } = useViewer()
  const stop = useStopInvite()
  const oneAtATime = useOneAtATime()
  const { invitee, label, begins } = invite
  const press = () =>
    oneAtATime(async () => {
      await stop.mutateAsync(invite).catch((error: unknown) => {
        showToast(m.common_could_not_save(), { problem: true })
        throw error
      })
      showToast(m.guardians_stopped())
    })
  const action = (
    <Button
      size="small"
      aria-label={m.guardians_stop_named({ name: invitee?.name ?? label })}
      isPending={stop.isPending}
      onPress={press}
    >
      {m.guardians_stop()}
    </Button>
  )
  if (invitee && begins) {
    return (
      <Line caregiver={invitee} action={action}>
        {m.guardians_begins({ time: timeAndDay(begins, timeZone) })}
      </Line>
    )
  }
  return (
    <li className="row">
      <span className="avatar grownups__link" aria-hidden="true">
        <Icon name="link" />
      </span>
      <div className="grow">
        <small>
          <bdi>{m.guardians_link({ label, date: lastDay(invite.expiresAt, timeZone) })}</bdi>
        </small>
      </div>
      {action}
    </li>
  )
}
