import type { GrownUps, Place } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { backToPage } from '#lib/navigation/back-closes.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import './guardians.css'
import { useGrownUps } from './guardians.queries.ts'
import { IntroduceRow } from './parts/introduce-row.tsx'
import { Leaving } from './parts/leaving.tsx'
import { NewGrownUp } from './parts/new-grown-up.tsx'
import { NotHere } from './parts/not-here.tsx'
import { OpenedInvite } from './parts/opened-invite.tsx'
import { People } from './parts/people.tsx'
import { SharePlaces } from './parts/share-places.tsx'

/** /child/{id}/grown-ups */
export function GrownUpsScreen() {
  const { id = '' } = useParams()
  return <GrownUpsOf key={id} child={id} isAdding={false} />
}

/** /child/{id}/grown-ups/new: the same page with the sheet open. */
export function NewGrownUpScreen() {
  const { id = '' } = useParams()
  return <GrownUpsOf key={id} child={id} isAdding />
}

function GrownUpsOf({ child: id, isAdding }: { child: string; isAdding: boolean }) {
  const navigate = useNavigate()
  const { _id: viewer } = useViewer()
  const grownUps = useHeldUnderDialog(useGrownUps(id))
  const isClosing = useRef(false)
  const close = async () => {
    // Going back past the sheet's history entry closes the sheet, which calls this again.
    if (isClosing.current) return
    isClosing.current = true
    await backToPage()
    navigate(`/child/${id}/grown-ups`, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={
          grownUps.data
            ? m.guardians_title({ name: grownUps.data.child.firstName })
            : m.guardians_title_page()
        }
        back={`/edit-child/${id}`}
      />
      <Loaded query={grownUps} missing={<NotHere />}>
        {(all) => (
          <>
            <Everything child={id} name={all.child.firstName} all={all} />
            {isAdding && all.guardians.some(({ caregiver }) => caregiver._id === viewer) && (
              <NewGrownUp child={id} name={all.child.firstName} onClose={() => void close()} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

interface EverythingProps {
  child: string
  name: string
  all: GrownUps
}

function Everything({ child, name, all }: EverythingProps) {
  const { _id } = useViewer()
  const opened = all.invites.filter(({ status }) => status === 'accepted')
  const others = all.guardians.filter(({ caregiver }) => caregiver._id !== _id)
  const own = all.guardians.find(({ caregiver }) => caregiver._id === _id)
  return (
    <div className="stack grownups">
      {opened.map((invite) => (
        <OpenedInvite key={invite._id} invite={invite} />
      ))}
      <People child={child} all={all} />
      {/* Helpers can only look. */}
      {own && (
        <>
          {/* Replaces the history entry, since the sheet is part of this page: going back leaves both. */}
          <ButtonLink variant="action" size="large" wide replace to={`/child/${child}/grown-ups/new`}>
            <Icon name="plus" />
            {m.guardians_add()}
          </ButtonLink>
          {others.map(({ caregiver }) => (
            <IntroduceRow key={caregiver._id} child={child} other={caregiver} />
          ))}
          {others.length > 0 && <Together child={child} name={name} own={own} />}
        </>
      )}
    </div>
  )
}

function Together({ child, name, own }: { child: string; name: string; own: Place }) {
  return (
    <>
      <SharePlaces child={child} name={name} isOn={own.sharesPlaces ?? true} />
      <Leaving child={child} name={name} place={own} />
    </>
  )
}
