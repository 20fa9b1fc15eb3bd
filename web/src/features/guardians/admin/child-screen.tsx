import type {
  KnownPlace,
  KnownPlaces,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { useSession } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import '#ui/manage/manage-form.css'
import { NotInList } from '#ui/manage/not-in-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { showToast } from '#ui/toast.tsx'
import { useChangePlace, useKnownPlaces, useStopPlaceChange } from './known-places.queries.ts'

const listPath = '/admin/caregivers'

/** /admin/child/{id}: a child's grown-ups, and what an administrator may change about them. */
export function ChildScreen() {
  const { id = '' } = useParams()
  const known = useKnownPlaces(id)
  return (
    <>
      <PageHeader
        title={known.data ? `${known.data.child.firstName}'s grown-ups` : 'Grown-ups'}
        subtitle="Of the last 12 months"
        back={listPath}
      />
      <Loaded query={known} skeleton={<Spinner />} missing={<NotInList path={listPath} />}>
        {(data) => <Places key={id} {...data} />}
      </Loaded>
    </>
  )
}

function Places(props: KnownPlaces) {
  const { child, places, mayChange } = useHeldUnderDialog(props)
  return (
    <ul className="stack narrow">
      {places.map((place) => (
        <li className="card stack" key={place.caregiver._id}>
          <Place child={child._id} place={place} mayChange={mayChange} />
        </li>
      ))}
    </ul>
  )
}

function Place({ child, place, mayChange }: { child: string; place: KnownPlace; mayChange: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { caregiver, role, since, until, addedBy, underWay, wasGuardian } = place
  const isOver = until !== null && Date.parse(until) <= Date.now()
  const action = useHeldUnderDialog(isOver ? 'restore' : 'end')
  const isPossible = mayChange && !underWay && !(isOver && !wasGuardian)
  return (
    <>
      <div className="row">
        <CaregiverAvatar caregiver={caregiver} />
        <div className="grow">
          <Link to={`/admin/profile/${caregiver._id}`}>
            {`${caregiver.name} ${caregiver.lastName}`.trim()}
          </Link>
          <p className="small quiet">
            {role === 'guardian' ? 'Grown-up' : `Helper of ${addedBy?.name ?? 'somebody'}`} ·{' '}
            <Span since={since} until={until} />
          </p>
        </div>
        {isPossible && (
          <Button size="small" variant={action === 'end' ? 'danger' : 'soft'} onPress={() => setAsking(true)}>
            {action === 'end' ? 'End this place' : 'Restore'}
          </Button>
        )}
      </div>
      {underWay && <UnderWay child={child} place={place} underWay={underWay} mayStop={mayChange} />}
      {isAsking && <Asking child={child} place={place} action={action} onClose={() => setAsking(false)} />}
    </>
  )
}

/** A place ends at the end of a helper's last day. */
function Span({ since, until }: { since: string; until: string | null }) {
  const { timeZone } = useSession()
  const last = until && adminDate(new Date(Date.parse(until) - 1).toISOString(), timeZone)
  const first = <span className="nowrap">{adminDate(since, timeZone)}</span>
  if (!last && Date.parse(since) > Date.now()) return <>from {first}</>
  return (
    <>
      {first} – <span className="nowrap">{last ?? 'today'}</span>
    </>
  )
}

interface UnderWayProps {
  child: string
  place: KnownPlace
  underWay: NonNullable<KnownPlace['underWay']>
  mayStop: boolean
}

function UnderWay({ child, place, underWay, mayStop }: UnderWayProps) {
  const { timeZone } = useSession()
  const stop = useStopPlaceChange({ child, caregiver: place.caregiver._id })
  const oneAtATime = useOneAtATime()
  const what = underWay.action === 'end' ? 'Ends' : 'Comes back'
  return (
    <div className="stack">
      <p>
        {what} at {timeAndDay(underWay.at, timeZone)}
        {underWay.by && ` · by ${underWay.by.email}`}
      </p>
      <p className="quiet">“{underWay.reason}”</p>
      {stop.error && <Prompt>{failureText(stop.error)}</Prompt>}
      {mayStop && (
        <Button
          isPending={stop.isPending}
          onPress={() => oneAtATime(() => stop.mutateAsync(underWay.at).then(() => showToast('Stopped')))}
        >
          Stop this
        </Button>
      )}
    </div>
  )
}

interface AskingProps {
  child: string
  place: KnownPlace
  action: 'end' | 'restore'
  onClose: () => void
}

function Asking({ child, place: { caregiver }, action, onClose }: AskingProps) {
  const formId = useId()
  const change = useChangePlace({ child, caregiver: caregiver._id })
  const oneAtATime = useOneAtATime()
  const [reason, setReason] = useState('')
  const [attempt, setAttempt] = useState(newIdempotencyKey)
  const send = () =>
    oneAtATime(async () => {
      await change.mutateAsync({ action, reason, idempotencyKey: attempt })
      showToast('Everybody concerned was notified')
      onClose()
    })
  return (
    <Dialog
      title={action === 'end' ? `End ${caregiver.name}'s place` : `Restore ${caregiver.name}`}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="action" type="submit" form={formId} isPending={change.isPending}>
          {action === 'end' ? 'End this place' : 'Restore'}
        </Button>
      }
    >
      <form
        className="stack"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p className="quiet">It takes effect after 24 hours. Until then any administrator may stop it.</p>
        <TextArea
          label="Reason"
          isRequired
          rows={4}
          maxLength={600}
          value={reason}
          error={change.error?.fields?.reason}
          onChange={(event) => {
            setReason(event.target.value)
            setAttempt(newIdempotencyKey())
          }}
        />
        {change.error && !change.error.fields?.reason && <Prompt>{failureText(change.error)}</Prompt>}
      </form>
    </Dialog>
  )
}
