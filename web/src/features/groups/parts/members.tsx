import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Group, Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { useState } from 'react'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { useChangeMembership, useListMembers } from '../groups.queries.ts'
import { CopyGroupLink } from './copy-group-link.tsx'

/** The members' tab: who is in the group, how others get there, and whom an admin sends away. */
export function Members({ group }: { group: Group }) {
  const members = useListMembers(group._id)
  return (
    <>
      <CopyGroupLink groupId={group._id} label="Invite new" />
      <Loaded query={members} skeleton={<SkeletonCards count={1} />}>
        {(data) => <MemberList members={data} />}
      </Loaded>
    </>
  )
}

function MemberList({ members }: { members: readonly Membership[] }) {
  const viewer = useViewer()
  const change = useChangeMembership()
  const [leaving, setLeaving] = useState<Membership | null>(null)
  const close = () => {
    setLeaving(null)
    change.reset()
  }
  const remove = ({ _id, caregiver }: Membership) =>
    change.mutate(
      { membership: _id, status: 'rejected' },
      {
        onSuccess: () => {
          close()
          showToast(`${caregiver.name} was removed. The group has a new access code.`)
        },
      },
    )
  return (
    <>
      <ul className="card group__list" aria-label="Members">
        {members.map((each) => {
          const { caregiver, children } = each
          const name = `${caregiver.name} ${caregiver.lastName}`
          return (
            <li key={each._id}>
              <CaregiverAvatar caregiver={caregiver} />
              <div className="grow">
                <p className="group__name">
                  <bdi>{name}</bdi>
                  {each.isGroupAdmin && ' (Admin)'}
                </p>
                {children.length > 0 && (
                  <p className="quiet small">{children.map(({ child }) => childName(child)).join(', ')}</p>
                )}
              </div>
              {caregiver._id === viewer._id ? (
                <span className="badge badge--completed group__you">You</span>
              ) : (
                <button
                  className="iconbtn"
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => setLeaving(each)}
                >
                  <Icon name="bin" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {leaving && (
        <ConfirmDialog
          text={`${leaving.caregiver.name} ${leaving.caregiver.lastName} can’t come back with the code, and the group gets a new one.`}
          about={<CaregiverAvatar caregiver={leaving.caregiver} size="3.5rem" />}
          isOpen
          isPending={change.isPending}
          problem={change.error ? failureText(change.error) : undefined}
          onConfirm={() => remove(leaving)}
          onCancel={close}
        />
      )}
    </>
  )
}
