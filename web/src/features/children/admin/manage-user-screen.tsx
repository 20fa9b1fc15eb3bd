import {
  deleteUser,
  emailTaken,
  getUser,
  saveUser,
  type User,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { SecondStepLine } from '#features/auth/admin/second-step-line.tsx'
import { StandingLine } from '#features/safety/admin/standing-line.tsx'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { Check, TextArea } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { ManageForm } from '#ui/manage/manage-form.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CaregiverCard, NoCaregiverCard } from './caregiver-card.tsx'

const listPath = '/admin'

export function ManageUserScreen() {
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const user = useQuery<User, ApiError>({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
    enabled: !isNew,
  })
  return (
    <>
      <PageHeader title="Manage User" back={listPath} />
      {isNew ? (
        <UserForm key="new" />
      ) : (
        <Loaded query={user} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
          {(data) => (
            <>
              <StandingLine standing={data.standing} until={data.standingUntil}>
                {data.caregiverProfile && (
                  <Link to={`/admin/reports/${data.caregiverProfile._id}`}>Show what was decided</Link>
                )}
              </StandingLine>
              <SecondStepLine user={data} />
              <div className="beside">
                <UserForm key={id} user={data} />
                {data.caregiverProfile ? <CaregiverCard user={id} /> : <NoCaregiverCard />}
              </div>
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function UserForm({ user }: { user?: User }) {
  const navigate = useNavigateFromHere()
  return (
    <ManageForm
      save={saveUser}
      id={user?._id ?? 'new'}
      values={{ email: user?.email ?? '', isAdmin: user?.permissions.isAdmin ?? false }}
      fields={[
        { name: 'email', isRequired: true, inputMode: 'email', autoComplete: 'off' },
        {
          name: 'isAdmin',
          type: 'custom',
          render: ({ name, value, error, onChange }) => (
            <>
              {user && <QueryParams user={user} />}
              <fieldset>
                <legend className="legend">Permissions</legend>
                <Check
                  label="Administrator"
                  name={name}
                  checked={value === true}
                  error={error}
                  onChange={({ target }) => onChange(target.checked)}
                />
              </fieldset>
            </>
          ),
        },
      ]}
      fieldByRefusal={{ [emailTaken]: 'email' }}
      listPath={listPath}
      saved={user ? 'The user is saved' : 'The user gets a mail to set a password'}
      afterSave={({ _id }) => navigate(`/admin/user/${_id}`, { replace: true })}
      {...(user && {
        deletion: {
          label: 'Delete User',
          name: user.email,
          onDelete: () => call(deleteUser, { params: { id: user._id } }),
        },
      })}
    />
  )
}

/** The query parameters of the page on which the user registered. */
function QueryParams({ user: { queryParams } }: { user: User }) {
  const text = queryParams.map(({ name, value }) => `${name} : ${value}`).join('\n')
  return <TextArea label="Query Params" readOnly rows={3} value={text || '—'} />
}
