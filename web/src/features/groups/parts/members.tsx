import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Group, Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Rich } from '#ui/rich.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { useChangeMembership, useListMembers } from '../groups.queries.ts'
import { CopyGroupLink } from './copy-group-link.tsx'

/** The members' tab: lists and removes members, and copies the link for new ones. */
export function Members({ group }: { group: Group }) {
  const members = useListMembers(group._id)
  return (
    <>
      <CopyGroupLink groupId={group._id} label={m.groups_invite_new()} />
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
          showToast(m.groups_removed({ name: caregiver.name }))
        },
      },
    )
  return (
    <>
      <ul className="card group__list" aria-label={m.groups_members()}>
        {members.map((each) => {
          const { caregiver, children } = each
          const name = `${caregiver.name} ${caregiver.lastName}`
          return (
            <li key={each._id}>
              <CaregiverAvatar caregiver={caregiver} />
              <div className="grow">
                <p className="group__name">
                  {each.isGroupAdmin ? (
                    <Rich
                      parts={m.groups_admin_name.parts({ name })}
                      marks={{ name: (words) => <bdi>{words}</bdi> }}
                    />
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                </p>
                {children.length > 0 && (
                  <p className="quiet small">{children.map(({ child }) => childName(child)).join(', ')}</p>
                )}
              </div>
              {caregiver._id === viewer._id ? (
                <span className="badge badge--completed group__you">{m.common_you()}</span>
              ) : (
                <>
                  <PersonMenu person={caregiver} />
                  <button
                    className="iconbtn"
                    type="button"
                    aria-label={m.common_remove({ name })}
                    onClick={() => setLeaving(each)}
                  >
                    <Icon name="bin" />
                  </button>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {leaving && (
        <ConfirmDialog
          text={m.groups_remove_note({ name: `${leaving.caregiver.name} ${leaving.caregiver.lastName}` })}
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
