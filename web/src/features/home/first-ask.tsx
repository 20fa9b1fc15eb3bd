import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { AskingFriends } from '#features/connections/parts/asking-friends.tsx'
import { useQuestion } from '#features/guardians/guardians.queries.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'

/** An invite waiting to be confirmed comes before connections waiting for an answer. */
export function FirstAsk() {
  const opened = useQuestion().data?.opened
  return opened ? <Opened {...opened} /> : <AskingFriends />
}

function Opened({ child, invitee }: { child: string; invitee: CaregiverName }) {
  return (
    <section className="card row openedask">
      <CaregiverAvatar caregiver={invitee} size="3rem" />
      <h2 className="grow">
        <Rich
          parts={m.guardians_opened.parts({ name: `${invitee.name} ${invitee.lastName}` })}
          marks={{ name: (words) => <bdi>{words}</bdi> }}
        />
      </h2>
      <ButtonLink variant="primary" to={`/child/${child}/grown-ups`}>
        {m.mail_safety_button()}
      </ButtonLink>
    </section>
  )
}
