import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { languageNames } from '@tagalong/contract/values/language.ts'
import { Link } from 'react-router'
import { AfternoonRow } from '#features/afternoon/parts/afternoon-row.tsx'
import { useSubscription } from '#features/billing/billing.queries.ts'
import { MyMembership } from '#features/billing/parts/my-membership.tsx'
import { useNumberProof } from '#features/caregivers/number-proof.ts'
import { useDaysAway } from '#features/children/away/away.queries.ts'
import { AwayLines } from '#features/children/away/away-lines.tsx'
import { DaysAwayCard } from '#features/children/away/days-away-card.tsx'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { nextFreeText } from '#features/children/next-free.ts'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { HelpFriends } from '#features/children/parts/help-friends.tsx'
import { useHelp, useOwnInvites } from '#features/guardians/guardians.queries.ts'
import { HelpedChildren } from '#features/guardians/parts/helped-children.tsx'
import { OwnInvites } from '#features/guardians/parts/own-invites.tsx'
import { PushToggle } from '#features/push/parts/push-toggle.tsx'
import { useNow } from '#lib/now.ts'
import { useSession, useViewer } from '#lib/session/session.tsx'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breakable } from '#ui/breakable.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PhoneNumber } from '#ui/fields/phone-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import './profile.css'

const newChild = '/edit-child/new'

export function ProfileScreen() {
  const viewer = useViewer()
  const { user } = useSession()
  const children = useOwnChildren()
  // `isFetched`, not `isPending`: a failed query is refetched when the part that shows it mounts, and is then pending
  // again. That part must stay.
  const asked = [useDaysAway(), children, useHelp(), useOwnInvites(), useSubscription()]
  const isWaiting = asked.some(({ isFetched }) => !isFetched)
  const details = [
    { term: m.profile_name(), is: `${viewer.name} ${viewer.lastName}` },
    { term: m.profile_phone(), is: <OwnNumber number={viewer.phoneNumber} /> },
    { term: m.common_zip_code(), is: viewer.zipCode },
    { term: m.profile_email(), is: user && <Breakable text={user.email} /> },
    { term: m.caregivers_language(), is: user && languageNames[user.language] },
  ]
  return (
    <>
      <section className="card profile__part" aria-labelledby="my-details">
        <div className="row">
          <CaregiverAvatar caregiver={viewer} size="3.5rem" />
          <h2 className="grow" id="my-details">
            {m.profile_my_details()}
          </h2>
          <Link className="iconbtn" to="/edit-profile" aria-label={m.profile_edit_details()}>
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
        <h2 id="my-children">{m.profile_my_children()}</h2>
        <OwnChildren />
      </section>
      {!isWaiting && <GrownUpParts />}
      {/* Shown only once the height above is known, so that nothing jumps. */}
      {!isWaiting && <MoreOfProfile />}
    </>
  )
}

function GrownUpParts() {
  return (
    <>
      <HelpedChildren />
      <OwnInvites />
    </>
  )
}

function OwnNumber({ number }: { number: string }) {
  const proof = useNumberProof()
  return (
    <span className="row profile__number">
      <PhoneNumber number={number} />
      {proof === 'confirmed' && <Badge kind="confirmed">{m.profile_number_confirmed()}</Badge>}
      {(proof === 'due' || proof === 'possible') && (
        <Link className="roomy" to="/confirm-number">
          {m.common_confirm()}
        </Link>
      )}
    </span>
  )
}

function MoreOfProfile() {
  return (
    <>
      <MyMembership />
      <DaysAwayCard />
      <PushToggle>
        <Link className="row profile__link profile__link--below" to="/notification-settings">
          <Icon name="bell" />
          <span className="grow">{m.notifications_what_and_when()}</span>
          <Icon name="right" small />
        </Link>
        <Link className="row profile__link profile__link--below" to="/calendar-settings">
          <Icon name="calendar" />
          <span className="grow">{m.calendar_title()}</span>
          <Icon name="right" small />
        </Link>
      </PushToggle>
      <SafetyLinks />
      <p className="centered">
        <ButtonLink variant="quiet" to="/logout">
          <Icon name="logout" small />
          {m.common_log_out()}
        </ButtonLink>
      </p>
    </>
  )
}

function SafetyLinks() {
  return (
    <section className="card profile__part" aria-labelledby="safety">
      <h2 id="safety">{m.safety_card()}</h2>
      <Link className="row profile__link" to="/security">
        <Icon name="key" />
        <span className="grow">{m.app_title_security()}</span>
        <Icon name="right" small />
      </Link>
      <Link className="row profile__link" to="/safety">
        <Icon name="shield" />
        <span className="grow">{m.safety_title()}</span>
        <Icon name="right" small />
      </Link>
      <AfternoonRow />
      <Link className="row profile__link" to="/your-data">
        <Icon name="file" />
        <span className="grow">{m.your_data_title()}</span>
        <Icon name="right" small />
      </Link>
    </section>
  )
}

function OwnChildren() {
  const isReady = useDaysAway().isFetched
  return (
    <Loaded query={useOwnChildren()} isReady={isReady} skeleton={<SkeletonCards count={1} />}>
      {(data) => (data.length === 0 ? <NoChildren /> : <ChildRows children={data} />)}
    </Loaded>
  )
}

function ChildRows({ children }: { children: readonly Child[] }) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  return (
    <>
      <ul className="profile__children">
        {children.map((child) => (
          <ChildRow
            key={child._id}
            child={child}
            note={
              <>
                {nextFreeText(child.availability ?? [], now, timeZone) || m.profile_no_hours()}
                <AwayLines child={child._id} />
              </>
            }
            below={<HelpFriends child={child} />}
            actions={
              <Link
                className="iconbtn kid__link"
                to={`/edit-child/${child._id}`}
                aria-label={m.profile_edit_child({ name: childName(child) })}
              >
                <Icon name="edit" />
              </Link>
            }
          />
        ))}
      </ul>
      <p className="hint profile__helps">{m.children_help_friends_note()}</p>
      <Link className="adder profile__add" to={newChild}>
        <Icon name="plus" />
        {m.common_add_child()}
      </Link>
    </>
  )
}

function NoChildren() {
  return (
    <EmptyState
      art={<FriendArt />}
      text={m.profile_no_children()}
      note={m.profile_no_children_note()}
      action={
        <ButtonLink variant="action" to={newChild}>
          {m.common_add_child()}
        </ButtonLink>
      }
    />
  )
}
