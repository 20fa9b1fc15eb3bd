import { getCaregiverOfUser } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  type KnownChild,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ApiError, call } from '#lib/calls/api.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import { Fact } from '#ui/manage/fact.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { KnownChildren } from './known-children.tsx'

/** The profile and children of the caregiver who belongs to a user. */
export function CaregiverCard({ user }: { user: string }) {
  const caregiver = useQuery<CaregiverProfile, ApiError>({
    queryKey: ['admin', 'caregivers', 'of-user', user],
    queryFn: ({ signal }) => call(getCaregiverOfUser, { params: { id: user }, signal }),
  })
  const children = useQuery({
    queryKey: ['admin', 'children', 'of-user', user],
    queryFn: ({ signal }) => call(listChildrenOfUser, { params: { id: user }, signal }),
  })
  return (
    <Loaded query={both(caregiver, children)} skeleton={<Spinner size="4rem" />}>
      {([profile, known]) => <Card caregiver={profile} children={known} />}
    </Loaded>
  )
}

function Card({ caregiver, children }: { caregiver: CaregiverProfile; children: readonly KnownChild[] }) {
  const { _id, name, lastName, zipCode, phoneNumber } = caregiver
  return (
    <section className="card stack" aria-labelledby="caregiver-card">
      <div className="row">
        <CaregiverAvatar caregiver={caregiver} size="3.5rem" />
        <div className="grow">
          <p className="small quiet">Caregiver Profile</p>
          <h2 id="caregiver-card">
            <Link to={`/admin/profile/${_id}`}>
              {name} {lastName}
            </Link>
          </h2>
        </div>
      </div>
      <dl className="managefacts">
        <Fact name="ZIP">{zipCode}</Fact>
        <Fact name="Phone">{phoneNumber}</Fact>
      </dl>
      <h3>Children</h3>
      <KnownChildren children={children} />
    </section>
  )
}

/** Shown if the user has no profile. */
export function NoCaregiverCard() {
  return (
    <section className="card stack">
      <h2>Caregiver Profile</h2>
      <p className="quiet">This user has no profile yet</p>
    </section>
  )
}
