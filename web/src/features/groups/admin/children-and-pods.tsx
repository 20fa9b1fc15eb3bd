import { getCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import {
  type KnownChild,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import { getGroupAsAdmin, type WholeGroup } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import './groups-admin.css'

/** A child and its pod; each is an empty string until it is chosen. */
export interface PickedPod {
  child: string
  subGroup: string
}

interface ChildrenAndPodsProps {
  /** Ids; empty until chosen. */
  caregiver: string
  group: string
  isMember: boolean
  picked: readonly PickedPod[]
  onChange: (picked: readonly PickedPod[]) => void
}

/** Edits which of the caregiver's children are in which of the group's pods. */
export function ChildrenAndPods(props: ChildrenAndPodsProps) {
  return (
    <section className="stack managepods" aria-labelledby="children-and-pods">
      <h2 id="children-and-pods">Children and Pods</h2>
      <Picks {...props} />
    </section>
  )
}

function Picks({ caregiver, group, isMember, picked, onChange }: ChildrenAndPodsProps) {
  const children = useQuery({
    queryKey: ['admin', 'children', 'of-caregiver', caregiver],
    queryFn: ({ signal }) => childrenOf(caregiver, signal),
    enabled: caregiver !== '',
  })
  const whole = useQuery({
    queryKey: ['admin', 'groups', 'one', group],
    queryFn: ({ signal }) => call(getGroupAsAdmin, { params: { id: group }, signal }),
    enabled: group !== '',
  })
  if (caregiver === '' || group === '') {
    return <p className="quiet">Choose a caregiver and a group first</p>
  }
  if (!isMember) return <p className="quiet">Only approved members have children in pods</p>
  return (
    <Loaded query={both(children, whole)} skeleton={<p className="quiet">Loading</p>}>
      {([known, { subGroups }]) => (
        <Rows children={known} pods={subGroups} picked={picked} onChange={onChange} />
      )}
    </Loaded>
  )
}

interface RowsProps extends Pick<ChildrenAndPodsProps, 'picked' | 'onChange'> {
  children: readonly KnownChild[]
  pods: WholeGroup['subGroups']
}

function Rows({ children, pods, picked, onChange }: RowsProps) {
  if (pods.length === 0) return <p className="quiet">This group has no pods</p>
  if (children.length === 0) return <p className="quiet">This caregiver has no children</p>

  const change = (at: number, next: Partial<PickedPod>) =>
    onChange(picked.map((each, index) => (index === at ? { ...each, ...next } : each)))
  const left = (own: string) =>
    children.filter(({ _id }) => _id === own || picked.every(({ child }) => child !== _id))
  return (
    <>
      {picked.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing of its own but its place
        <div className="managepods__one" key={at}>
          <Select
            label="Child"
            value={each.child}
            options={[
              { value: '', text: 'Choose a child' },
              ...left(each.child).map((child) => ({ value: child._id, text: nameOf(child) })),
            ]}
            onChange={({ target }) => change(at, { child: target.value })}
          />
          <Select
            label="Pod"
            value={each.subGroup}
            options={[
              { value: '', text: 'Choose a pod' },
              ...pods.map(({ _id, name }) => ({ value: _id, text: name })),
            ]}
            onChange={({ target }) => change(at, { subGroup: target.value })}
          />
          <button
            className="iconbtn"
            type="button"
            aria-label={`Remove ${nameOf(children.find(({ _id }) => _id === each.child)) || 'this row'}`}
            onClick={() => onChange(picked.filter((_, index) => index !== at))}
          >
            <Icon name="bin" />
          </button>
        </div>
      ))}
      {picked.length < children.length && (
        <Button variant="line" wide onPress={() => onChange([...picked, { child: '', subGroup: '' }])}>
          <Icon name="plus" small />
          Add a child
        </Button>
      )}
    </>
  )
}

function nameOf(child: KnownChild | undefined): string {
  return child ? `${child.firstName} ${child.lastNameInitial}` : ''
}

/** Returns the caregiver's children. A profile without a user has none. */
async function childrenOf(caregiver: string, signal: AbortSignal): Promise<KnownChild[]> {
  const { user } = await call(getCaregiver, { params: { id: caregiver }, signal })
  return user ? call(listChildrenOfUser, { params: { id: user }, signal }) : []
}
