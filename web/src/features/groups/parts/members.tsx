import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Group, Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { useEffect, useState } from 'react'
import { failureText } from '#lib/form.ts'
import { useViewer } from '#lib/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageProblem } from '#ui/page-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { groupLink } from '../group-link.ts'
import { useChangeMembership, useListMembers } from '../groups.queries.ts'

/** The members' tab: who is in the group, how others get there, and whom an admin sends away. */
export function Members({ group }: { group: Group }) {
  const members = useListMembers(group._id)
  return (
    <>
      <InviteNew group={group} />
      {members.data ? (
        <MemberList members={members.data} />
      ) : members.error ? (
        <PageProblem error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <SkeletonCards count={1} />
      )}
    </>
  )
}

const copiedFor = 1500

function InviteNew({ group }: { group: Group }) {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const link = groupLink(group._id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy is told for its own time
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [isCopied, copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
    } catch {
      showToast('Failed to copy the group link. Please try again.', { problem: true })
      setRefused(true)
      return
    }
    setRefused(false)
    setCopied(true)
    setCopies((before) => before + 1)
  }
  return (
    <>
      <div className="row group__head">
        <div role="status">{isCopied && <Badge kind="accepted">Copied to clipboard!</Badge>}</div>
        <Button variant="action" size="small" onPress={() => void copy()}>
          <Icon name="copy" small />
          Invite new
        </Button>
      </div>
      {isRefused && (
        <div className="group__byhand">
          <p className="small quiet">You can also copy it from here:</p>
          <p className="group__link">{link}</p>
        </div>
      )}
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
