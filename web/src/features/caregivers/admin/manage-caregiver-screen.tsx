import {
  deleteCaregiver,
  getCaregiver,
  saveCaregiver,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import {
  type CaregiverProfile,
  phoneNumberTaken,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { ManageForm } from '#ui/manage/manage-form.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ProfileInvite } from './profile-invite.tsx'

const listPath = '/admin/caregivers'

export function ManageCaregiverScreen() {
  const { id = 'new' } = useParams()
  const { inviteUrl } = (useLocation().state ?? {}) as { inviteUrl?: string }
  const isNew = id === 'new'
  const caregiver = useQuery<CaregiverProfile, ApiError>({
    queryKey: ['admin', 'caregivers', 'one', id],
    queryFn: ({ signal }) => call(getCaregiver, { params: { id }, signal }),
    enabled: !isNew,
  })
  return (
    <>
      <PageHeader
        title={isNew ? 'Add Caregiver' : 'Edit Caregiver'}
        back={listPath}
        actions={
          !isNew && (
            <ButtonLink size="small" to={`/admin/profile/${id}`}>
              View Profile
            </ButtonLink>
          )
        }
      />
      {isNew ? (
        <CaregiverForm key="new" />
      ) : (
        <Loaded query={caregiver} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
          {(data) => (
            <>
              <CaregiverForm key={id} caregiver={data} />
              {data.user === null && (
                <ProfileInvite key={`invite ${id}`} caregiver={data} firstUrl={inviteUrl} />
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function CaregiverForm({ caregiver }: { caregiver?: CaregiverProfile }) {
  const navigate = useNavigateFromHere()
  const { name = '', lastName = '', phoneNumber = '', zipCode = '' } = caregiver ?? {}
  return (
    <ManageForm
      save={saveCaregiver}
      id={caregiver?._id ?? 'new'}
      values={{ name, lastName, phoneNumber, zipCode }}
      fields={[
        [
          { name: 'name', label: 'Caregiver Name', isRequired: true, autoComplete: 'off' },
          { name: 'lastName', label: 'Last Name', autoComplete: 'off' },
        ],
        [
          { name: 'phoneNumber', type: 'phone', isRequired: true },
          { name: 'zipCode', label: 'ZIP Code', isRequired: true, inputMode: 'numeric', autoComplete: 'off' },
        ],
      ]}
      fieldByRefusal={{ [phoneNumberTaken()]: 'phoneNumber' }}
      listPath={listPath}
      saved="The caregiver is saved"
      afterSave={({ _id, inviteUrl }) =>
        navigate(`/admin/caregivers/${_id}`, { replace: true, state: { inviteUrl } })
      }
      {...(caregiver && {
        deletion: {
          label: 'Delete Caregiver',
          name: `${name} ${lastName}`.trim(),
          onDelete: () =>
            call(deleteCaregiver, {
              params: { id: caregiver._id },
              query: { user: caregiver.user ?? 'none' },
            }),
        },
      })}
    />
  )
}
