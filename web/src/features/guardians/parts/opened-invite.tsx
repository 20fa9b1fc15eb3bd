import type { GuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Rich } from '#ui/rich.tsx'
import { showToast } from '#ui/toast.tsx'
import { lastDay, monthOf } from '../dates.ts'
import { useConfirmInvite, useStopInvite } from '../guardians.queries.ts'

/** An invite that was accepted. Its maker confirms that the right person did so; other guardians can only stop it. */
export function OpenedInvite({ invite }: { invite: GuardianInvite }) {
  const { _id, timeZone } = useViewer()
  const confirm = useConfirmInvite()
  const stop = useStopInvite()
  const oneAtATime = useOneAtATime()
  const { invitee, invitedBy, label, until } = invite
  const name = invitee?.name ?? label
  const isMine = invitedBy._id === _id
  const month = invite.hereSince ? monthOf(invite.hereSince) : ''
  const who = until
    ? m.guardians_opened_helper({ label, date: lastDay(until, timeZone), month })
    : m.guardians_opened_parent({ label, month })
  const problem = confirm.error ?? stop.error
  return (
    <section className="card asks">
      <div className="row">
        <CaregiverAvatar caregiver={{ _id: invitee?._id ?? invite._id, name }} size="3rem" />
        <div className="grow">
          <h2>
            {invitee ? (
              <Rich
                parts={m.guardians_opened.parts({ name: `${invitee.name} ${invitee.lastName}` })}
                marks={{ name: (words) => <bdi>{words}</bdi> }}
              />
            ) : (
              m.guardians_opened_unnamed()
            )}
          </h2>
          <p className="small quiet">{who}</p>
          {!invitee && <p className="small">{m.guardians_unready()}</p>}
          {!isMine && <p className="small">{m.guardians_only_inviter({ name: invitedBy.name })}</p>}
        </div>
      </div>
      {problem && <Prompt>{failureText(problem)}</Prompt>}
      <div className="asks__answers">
        {isMine && invitee && (
          <Button
            variant="primary"
            isPending={confirm.isPending}
            onPress={() =>
              oneAtATime(async () => {
                await confirm.mutateAsync(invite)
                showToast(
                  until ? m.guardians_confirmed_helper({ name }) : m.guardians_confirmed_parent({ name }),
                )
              })
            }
          >
            {m.guardians_yes({ name })}
          </Button>
        )}
        <Button
          isPending={stop.isPending}
          onPress={() =>
            oneAtATime(async () => {
              await stop.mutateAsync(invite)
              showToast(m.guardians_stopped())
            })
          }
        >
          {m.guardians_no_stop()}
        </Button>
      </div>
    </section>
  )
}
