import type { Group, Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { showToast } from '#ui/toast.tsx'
import { useChangeMembership } from '../groups.queries.ts'
import { ChildPods } from './child-pods.tsx'

/** Changes the pods of the viewer's children. */
export function OwnPods({ membership, pods }: { membership: Membership; pods: Group['subGroups'] }) {
  const draftKey = `group-pods:${membership._id}`
  // Holds only new choices, since the other pods may change meanwhile.
  const [picked, setPicked] = useDraft<Readonly<Record<string, string | null>>>(draftKey, {})
  const change = useChangeMembership()
  const places = membership.children.map(({ child, subGroup }) => {
    const pick = picked[child._id]
    const isPicked = pick === null || pods.some(({ _id }) => _id === pick)
    return { child: child._id, subGroup: isPicked ? (pick ?? null) : (subGroup?._id ?? null), isPicked }
  })
  const update = () => {
    if (change.isPending) return
    change.mutate(
      {
        membership: membership._id,
        // Sends only new choices: another guardian may have moved the other children meanwhile.
        children: places
          .filter(({ isPicked }) => isPicked)
          .map(({ child, subGroup }) => ({ child, subGroup })),
      },
      {
        onSuccess: () => {
          setPicked({})
          clearDraft(draftKey)
          showToast(m.groups_pods_updated())
        },
      },
    )
  }
  return (
    <form
      className="card stack group__own"
      onSubmit={(event) => {
        event.preventDefault()
        update()
      }}
    >
      <h2>{m.groups_child_pods()}</h2>
      <ChildPods
        children={membership.children.map(({ child }) => child)}
        pods={pods}
        none={m.groups_no_pod()}
        podOf={(id) => places.find(({ child }) => child === id)?.subGroup ?? null}
        onPick={(id, pod) => {
          change.reset()
          setPicked((before) => ({ ...before, [id]: pod }))
        }}
      />
      {change.error && <Prompt>{failureText(change.error)}</Prompt>}
      {places.length > 0 && (
        <Button variant="primary" type="submit" isPending={change.isPending}>
          {m.common_update()}
        </Button>
      )}
    </form>
  )
}
