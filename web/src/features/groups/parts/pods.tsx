import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PodDialog } from './pod-dialog.tsx'

type Pod = Group['subGroups'][number]

/** The pods' tab: lists the pods, with the dialog to make or edit one. */
export function Pods({ group }: { group: Group }) {
  const [edited, setEdited] = useState<Pod | 'new' | null>(null)
  return (
    <>
      <div className="row group__head">
        <span />
        <Button variant="action" size="small" onPress={() => setEdited('new')}>
          <Icon name="plus" small />
          {m.groups_pod_create()}
        </Button>
      </div>
      {group.subGroups.length === 0 ? (
        <p className="card quiet group__none">{m.groups_no_pods()}</p>
      ) : (
        <ul className="card group__list" aria-label={m.groups_pods()}>
          {group.subGroups.map((pod) => (
            <li key={pod._id}>
              <div className="grow">
                <p className="display group__pod">
                  <bdi>{pod.name}</bdi>
                </p>
                {pod.description && <p className="quiet small">{pod.description}</p>}
              </div>
              <button
                className="iconbtn"
                type="button"
                aria-label={m.groups_pod_edit_named({ name: pod.name })}
                onClick={() => setEdited(pod)}
              >
                <Icon name="edit" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <PodDialog group={group._id} pod={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
