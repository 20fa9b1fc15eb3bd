import {
  type CaregiverOverview,
  getCaregiverOverview,
} from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ConfirmedNumber } from '#features/caregivers/admin/confirmed-number.tsx'
import { KnownChildren } from '#features/children/admin/known-children.tsx'
import { statusWords } from '#features/groups/admin/membership-status.ts'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useSession } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Breakable } from '#ui/breakable.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Fact } from '#ui/manage/fact.tsx'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import '#ui/manage/manage-form.css'

const listPath = '/admin/caregivers'

/** Everything that administrators see of a caregiver. Read-only, except for the proof of the phone number. */
export function CaregiverOverviewScreen() {
  const { id = '' } = useParams()
  const overview = useQuery<CaregiverOverview, ApiError>({
    queryKey: ['admin', 'caregivers', 'overview', id],
    queryFn: ({ signal }) => call(getCaregiverOverview, { params: { id }, signal }),
  })
  return (
    <>
      <PageHeader
        title={overview.data ? nameOf(overview.data.caregiver) : 'Caregiver Profile'}
        subtitle="What is on record of them"
        back={listPath}
      />
      <Loaded query={overview} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
        {(data) => <Overview overview={data} />}
      </Loaded>
    </>
  )
}

function nameOf({ name, lastName }: { name: string; lastName: string }): string {
  return `${name} ${lastName}`.trim() || 'Deleted caregiver'
}

function Overview({ overview }: { overview: CaregiverOverview }) {
  const { caregiver, children, memberships, connections, playdates, subscription } = overview
  const { timeZone } = useSession()
  return (
    <div className="stack narrow">
      <Part title="Details">
        <div className="row">
          <CaregiverAvatar caregiver={caregiver} size="3.5rem" />
          <Link to={`/admin/caregivers/${caregiver._id}`}>Edit Caregiver</Link>
        </div>
        <dl className="managefacts">
          <Fact name="Name">{nameOf(caregiver)}</Fact>
          <Fact name="Email">
            {caregiver.user && caregiver.email ? (
              <Link to={`/admin/user/${caregiver.user}`}>
                <Breakable text={caregiver.email} />
              </Link>
            ) : (
              'No user'
            )}
          </Fact>
          <Fact name="Phone">{caregiver.phoneNumber || '—'}</Fact>
          <Fact name="ZIP">{caregiver.zipCode || '—'}</Fact>
          <Fact name="Time Zone">{caregiver.timeZone || '—'}</Fact>
          <Fact name="Created Date">{adminDate(caregiver.createdAt, timeZone)}</Fact>
        </dl>
        {caregiver.phoneProof === 'code' && <ConfirmedNumber caregiver={caregiver._id} />}
      </Part>
      <Part title="Children">
        <KnownChildren children={children} />
      </Part>
      <Part title="Memberships">
        <Lines none="No memberships">
          {memberships.map(({ _id, group, status, isGroupAdmin }) => (
            <Fact key={_id} name={statusWords(status)}>
              <Link to={`/admin/memberships/${_id}`}>{group.name}</Link>
              {isGroupAdmin && ' (Admin)'}
            </Fact>
          ))}
        </Lines>
      </Part>
      <Part title="Connections">
        <Lines none="No connections">
          {connections.map(({ _id, inviter, invitee, inviteeName, inviteStatus }) => (
            <Fact key={_id} name={statusWords(inviteStatus)}>
              {inviter._id === caregiver._id
                ? `To ${invitee ? nameOf(invitee) : inviteeName}`
                : `From ${nameOf(inviter)}`}
            </Fact>
          ))}
        </Lines>
      </Part>
      <Part title="Playdates">
        <dl className="managefacts">
          <Fact name="Pending">{playdates.pending}</Fact>
          <Fact name="Upcoming">{playdates.upcoming}</Fact>
          <Fact name="Past">{playdates.past}</Fact>
          <Fact name="Rejected">{playdates.rejected}</Fact>
          <Fact name="Cancelled">{playdates.cancelled}</Fact>
        </dl>
      </Part>
      <Part title="Subscription">
        <dl className="managefacts">
          <Fact name="Status">{subscription.subscriptionStatus ?? 'None'}</Fact>
          <Fact name="Benefits end">
            {subscription.benefitsEndDate ? adminDate(subscription.benefitsEndDate, timeZone) : '—'}
          </Fact>
        </dl>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Lines({ none, children }: { none: string; children: ReactNode[] }) {
  return children.length === 0 ? <p className="quiet">{none}</p> : <dl className="managefacts">{children}</dl>
}
