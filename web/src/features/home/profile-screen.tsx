import { Link } from 'react-router'
import { SignedInDevices } from '#features/auth/parts/signed-in-devices.tsx'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { useSession, useViewer } from '#lib/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageProblem } from '#ui/page-problem.tsx'
import { PhoneNumber } from '#ui/phone-field.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import './profile.css'

export function ProfileScreen() {
  const viewer = useViewer()
  const { user } = useSession()
  const details = [
    { term: 'Name', is: `${viewer.name} ${viewer.lastName}` },
    { term: 'Phone Number', is: <PhoneNumber number={viewer.phoneNumber} /> },
    { term: 'Zip Code', is: viewer.zipCode },
    { term: 'Email', is: user?.email },
  ]
  return (
    <>
      <PageHeader title="My Profile" />
      <section className="card profile__part" aria-labelledby="my-details">
        <div className="row">
          <CaregiverAvatar caregiver={viewer} size="3.5rem" />
          <h2 className="grow" id="my-details">
            My Details
          </h2>
          <Link className="iconbtn" to="/edit-profile" aria-label="Edit my details">
            <Icon name="edit" />
          </Link>
        </div>
        <dl>
          {details.map(({ term, is }) => (
            <div className="row" key={term}>
              <dt className="quiet small">{term}</dt>
              <dd className="grow">{is}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card profile__part" aria-labelledby="my-children">
        <h2 id="my-children">My Children</h2>
        <OwnChildren />
      </section>
      <SignedInDevices />
      <p className="text-center">
        <ButtonLink variant="quiet" to="/logout">
          <Icon name="logout" small />
          Log out
        </ButtonLink>
      </p>
    </>
  )
}

function OwnChildren() {
  const { data, error, refetch } = useOwnChildren()
  if (error && !data) return <PageProblem error={error} onRetry={refetch} />
  if (!data) return <SkeletonCards count={1} />
  return (
    <ul className="mt-3">
      {data.map((child) => (
        <ChildRow key={child._id} child={child} />
      ))}
    </ul>
  )
}
