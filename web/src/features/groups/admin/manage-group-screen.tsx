import {
  deleteGroup,
  getGroupAsAdmin,
  saveGroup,
  type WholeGroup,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { codeRule } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { Loaded } from '#ui/loaded.tsx'
import { ManageForm } from '#ui/manage/manage-form.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CopyGroupLink } from '../parts/copy-group-link.tsx'
import { PodsTable } from './pods-table.tsx'

const listPath = '/admin/groups'

export function ManageGroupScreen() {
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const group = useQuery<WholeGroup, ApiError>({
    queryKey: ['admin', 'groups', 'one', id],
    queryFn: ({ signal }) => call(getGroupAsAdmin, { params: { id }, signal }),
    enabled: !isNew,
  })
  return (
    <>
      <PageHeader
        title={isNew ? 'Add Group' : (group.data?.name ?? 'Group')}
        subtitle={
          isNew
            ? 'What it is called and how families join it'
            : 'What it is called, how families join it, and its pods'
        }
        back={listPath}
      />
      {isNew ? (
        <GroupForm key="new" />
      ) : (
        <Loaded query={group} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
          {(data) => (
            <>
              <GroupForm key={id} group={data} />
              <div className="narrow">
                <CopyGroupLink groupId={id} heading="Join link" label="Copy link" />
              </div>
              <PodsTable key={`pods of ${id}`} group={data} />
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function GroupForm({ group }: { group?: WholeGroup }) {
  const navigate = useNavigateFromHere()
  return (
    <ManageForm
      save={saveGroup}
      id={group?._id ?? 'new'}
      values={{
        name: group?.name ?? '',
        description: group?.description ?? '',
        referenceCode: group?.referenceCode ?? '',
      }}
      fields={[
        [
          { name: 'name', label: 'Group Name', isRequired: true, autoComplete: 'off' },
          {
            name: 'referenceCode',
            label: 'Reference Code',
            autoComplete: 'off',
            hint: `${codeRule} ${group ? 'Left empty, it stays as it is.' : 'Left empty, the group gets one.'}`,
          },
        ],
        { name: 'description', label: 'Description', type: 'multi-line', rows: 3 },
      ]}
      listPath={listPath}
      saved="The group is saved"
      afterSave={({ _id }) => navigate(`/admin/groups/${_id}`, { replace: true })}
      {...(group && {
        deletion: {
          label: 'Delete Group',
          name: group.name,
          onDelete: () => call(deleteGroup, { params: { id: group._id } }),
        },
      })}
    />
  )
}
