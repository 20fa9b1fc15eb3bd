import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'

interface ChildPodsProps {
  children: readonly { _id: string; firstName: string; photo: string | null }[]
  pods: Group['subGroups']
  podOf: (child: string) => string | null
  onPick: (child: string, pod: string | null) => void
  /** The text of the option for no pod. */
  none: string
  /** The field's name in a form. The first select gets it. */
  name?: string
  error?: string | undefined
}

/** One line per child, with a choice of its pod. */
export function ChildPods({ children, pods, podOf, onPick, none, name, error }: ChildPodsProps) {
  const id = useId()
  return (
    <>
      <div className="stack childpods">
        {children.map((child, at) => (
          <div className="childpods__one" key={child._id}>
            <ChildAvatar child={child} />
            <label htmlFor={`${id}-${child._id}`}>
              <bdi>{child.firstName}</bdi>
            </label>
            <div className="select">
              <select
                className="input"
                id={`${id}-${child._id}`}
                name={at === 0 ? name : undefined}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `${id}-error`}
                value={podOf(child._id) ?? ''}
                onChange={(event) => onPick(child._id, event.target.value || null)}
              >
                <option value="">{none}</option>
                {pods.map((pod) => (
                  <option key={pod._id} value={pod._id}>
                    {pod.name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </div>
          </div>
        ))}
      </div>
      {children.length === 0 && (
        <p className="hint">
          <Rich
            parts={m.groups_add_child.parts({})}
            marks={{ link: (words) => <Link to="/edit-child/new">{words}</Link> }}
          />
        </p>
      )}
      {error && <Prompt id={`${id}-error`}>{error}</Prompt>}
    </>
  )
}
