import type { Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  deleteMembership,
  getMembership,
  saveMembership,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { caregiversSource } from '#features/caregivers/admin/caregivers.source.ts'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { TextField } from '#ui/fields/field.tsx'
import type { FormField } from '#ui/form/form-types.ts'
import { Loaded } from '#ui/loaded.tsx'
import { ManageForm } from '#ui/manage/manage-form.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PagedSelect } from '#ui/manage/paged-select.tsx'
import { requiredControl } from '#ui/manage/required-control.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ChildrenAndPods, type PickedPod } from './children-and-pods.tsx'
import { groupsSource } from './groups.source.ts'
import { statusOptions } from './membership-status.ts'

const listPath = '/admin/memberships'

export function ManageMembershipScreen() {
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const membership = useQuery<Membership, ApiError>({
    queryKey: ['admin', 'memberships', 'one', id],
    queryFn: ({ signal }) => call(getMembership, { params: { id }, signal }),
    enabled: !isNew,
  })
  return (
    <>
      <PageHeader title={isNew ? 'Add Membership' : 'Edit Membership'} back={listPath} />
      {isNew ? (
        <MembershipForm key="new" />
      ) : (
        <Loaded query={membership} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
          {(data) => <MembershipForm key={id} membership={data} />}
        </Loaded>
      )}
    </>
  )
}

const nameOf = ({ name, lastName }: { name: string; lastName: string }) => `${name} ${lastName}`.trim()

function MembershipForm({ membership }: { membership?: Membership }) {
  const navigate = useNavigateFromHere()
  const [picked, setPicked] = useState({
    caregiver: membership?.caregiver._id ?? '',
    group: membership?.group._id ?? '',
    status: membership?.status ?? 'approved',
  })
  const [placed, setPlaced] = useState<readonly PickedPod[]>(() =>
    (membership?.children ?? []).flatMap(({ child, subGroup }) =>
      subGroup ? [{ child: child._id, subGroup: subGroup._id }] : [],
    ),
  )
  const [pods, setPods] = useState(placed)
  const [was, setWas] = useState(membership?.status)
  const isMember = picked.status === 'approved'
  const isPlaced = ({ child, subGroup }: PickedPod) =>
    placed.some((each) => each.child === child && each.subGroup === subGroup)
  const taken = placed.filter(({ child }) => pods.every((each) => each.child !== child))
  // Sends only changes: children who are not listed stay in their pod.
  const children = [
    ...pods.filter((each) => !isHalf(each) && !isPlaced(each)),
    ...taken.map(({ child }) => ({ child, subGroup: null })),
  ]
  const who = membership && `${nameOf(membership.caregiver)} in ${membership.group.name}`
  return (
    <ManageForm
      save={saveMembership}
      id={membership?._id ?? 'new'}
      keepsDraft={false}
      showsBelow
      values={{ ...picked, isGroupAdmin: membership?.isGroupAdmin ?? false }}
      fields={[
        [
          membership
            ? fixed('caregiver', 'Caregiver', nameOf(membership.caregiver))
            : {
                name: 'caregiver',
                type: 'custom',
                isRequired: true,
                render: (control) => (
                  <PagedSelect
                    {...requiredControl(control)}
                    label="Caregiver"
                    source={caregiversSource}
                    // Names alone are not unique.
                    optionOf={(each) => ({ value: each._id, text: `${nameOf(each)}, ${each.phoneNumber}` })}
                  />
                ),
              },
          membership
            ? fixed('group', 'Group', membership.group.name)
            : {
                name: 'group',
                type: 'custom',
                isRequired: true,
                render: (control) => (
                  <PagedSelect
                    {...requiredControl(control)}
                    label="Group"
                    source={groupsSource}
                    optionOf={({ _id, name }) => ({ value: _id, text: name })}
                  />
                ),
              },
        ],
        { name: 'status', type: 'select', isRequired: true, options: statusOptions },
        { name: 'isGroupAdmin', label: 'Is Group Admin', type: 'checkbox' },
      ]}
      // A caregiver who wasn't a member wasn't a group admin either, so the checkbox is also sent when they become a
      // member.
      needs={['caregiver', 'group', ...(isMember && membership?.status !== 'approved' ? isAdminToo : [])]}
      extraBody={{ children, ...(was && { was }) }}
      obstacle={isMember && pods.some(isHalf) ? halfRow : undefined}
      onEdit={({ caregiver, group, status }) => {
        const next = { caregiver, group, status } as typeof picked
        // Another caregiver has other children, and another group other pods.
        if (next.caregiver !== picked.caregiver || next.group !== picked.group) setPods([])
        setPicked(next)
      }}
      listPath={listPath}
      saved="The membership is saved"
      afterSave={({ _id, status }) => {
        // Only members have children in pods.
        setPlaced(status === 'approved' ? pods : [])
        setWas(status)
        navigate(`/admin/memberships/${_id}`, { replace: true })
      }}
      {...(membership && {
        deletion: {
          label: 'Delete Membership',
          name: who ?? '',
          onDelete: () =>
            call(deleteMembership, { params: { id: membership._id }, query: was ? { was } : {} }),
        },
      })}
    >
      <ChildrenAndPods
        caregiver={picked.caregiver}
        group={picked.group}
        isMember={isMember}
        picked={pods}
        onChange={setPods}
      />
    </ManageForm>
  )
}

const isAdminToo = ['isGroupAdmin'] as const

const halfRow = 'Please choose a child and a pod in each row, or remove the row'

function isHalf({ child, subGroup }: PickedPod): boolean {
  return child === '' || subGroup === ''
}

/** A field that can't be changed, as a membership keeps its caregiver and group. */
function fixed<Name extends string>(name: Name, label: string, text: string): FormField<Name> {
  return {
    name,
    type: 'custom',
    render: () => <TextField label={label} readOnly value={text} />,
  }
}
