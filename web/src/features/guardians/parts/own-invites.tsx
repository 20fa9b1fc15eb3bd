import type { OwnInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { browserZone, useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { showToast } from '#ui/toast.tsx'
import { useOwnInvites, useStopInvite } from '../guardians.queries.ts'
import './own-place.css'

/** On /profile: invites that the viewer said yes to and whose place hasn't begun; nothing if there are none. */
export function OwnInvites() {
  const { data, error, refetch } = useOwnInvites()
  if (data ? data.length === 0 : !error) return null
  return (
    <section className="card profile__part" aria-labelledby="own-invites">
      <h2 id="own-invites">{m.guardians_waiting_card()}</h2>
      {data ? (
        data.map((invite) => <OwnInviteState key={invite._id} invite={invite} />)
      ) : (
        <PartProblem text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

/** Says when the place begins or whose confirmation is awaited, and lets the viewer withdraw. */
export function OwnInviteState({ invite }: { invite: OwnInvite }) {
  const { viewer } = useSession()
  const stop = useStopInvite()
  const oneAtATime = useOneAtATime()
  const zone = viewer?.timeZone ?? browserZone()
  const press = () =>
    oneAtATime(async () => {
      await stop.mutateAsync(invite)
      showToast(m.guardians_stopped())
    })
  return (
    <div>
      <div className="row ownplace">
        <p className="grow">
          {invite.begins
            ? m.guardians_you_begin({ time: timeAndDay(invite.begins, zone) })
            : m.guardians_waiting({ name: invite.inviterName })}
        </p>
        <Button size="small" isPending={stop.isPending} onPress={press}>
          {m.guardians_stop()}
        </Button>
      </div>
      {stop.error && <Prompt>{failureText(stop.error)}</Prompt>}
    </div>
  )
}
