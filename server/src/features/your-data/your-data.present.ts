import type { Session } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { Passkey } from '@tagalong/contract/features/auth/security.contract.ts'
import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import type { DaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import type { Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Ask } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { Playdate, PlaydateChild } from '@tagalong/contract/features/playdates/playdate.ts'
import type { getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import type { Own } from '#features/afternoon/afternoon.db.ts'
import type { SubscriptionRow } from '#features/billing/billing.db.ts'
import { presentSubscription } from '#features/billing/billing.present.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { OwnRoomRow } from '#features/chat/chat.db.ts'
import type { ChildRow } from '#features/children/children.db.ts'
import type { OwnLinkRow, OwnPlaceRow } from '#features/guardians/places/own-places.db.ts'
import type { OwnReportRow } from '#features/safety/reports/reports.db.ts'
import { presentOwnReport } from '#features/safety/reports/reports.present.ts'
import { presentSafety } from '#features/safety/safety.present.ts'
import type { UserRow } from '#features/users/users.db.ts'

/**
 * The files' contents, for people to read. Of others they hold only the names that the app shows the caller, and ids
 * only where one file refers to another.
 */
export function readMe(
  files: readonly { name: string; about: Text }[],
  { brand, time, isPaused }: { brand: string; time: string; isPaused: boolean },
): string {
  const lines = files.map(({ name, about }) => `${name}: ${about()}`)
  const paused = isPaused ? [m.your_data_readme_paused()] : []
  return `${[m.your_data_readme({ brand, time }), ...lines, m.your_data_readme_others(), ...paused].join('\n\n')}\n`
}

/** An order: families asked one after the other. */
export function order({ status, endedAs, proposedLocations, proposedTimes, steps }: Ask): object {
  return {
    status,
    endedAs,
    places: Object.values(proposedLocations).filter(Boolean),
    times: proposedTimes,
    families: steps.map(({ child, caregiver, state }) => ({
      child: child.firstName,
      grownUp: `${caregiver.name} ${caregiver.lastName}`.trim(),
      state,
    })),
  }
}

interface ProfileRows {
  user: UserRow
  caregiver: CaregiverRow | undefined
  showsNumber: boolean
  subscription: SubscriptionRow | undefined
  standing: DataOf<typeof getStanding>
  appeals: { words: string; appealed_at: Date }[]
  crashReports: { words: string; created_at: Date }[]
}

export function profile({
  user,
  caregiver,
  showsNumber,
  subscription,
  standing,
  ...wrote
}: ProfileRows): object {
  const { subscriptionStatus, benefitsEndDate } = presentSubscription(subscription)
  const { kind, until, words } = standing
  return {
    email: user.email,
    language: user.language,
    mails: user.mail,
    quietHours: user.quiet_from === null ? null : { from: user.quiet_from, to: user.quiet_to },
    isAdministrator: user.is_admin,
    signedUpAt: user.created_at.toISOString(),
    hasSecondStep: user.second_step,
    lastSignedInAt: user.last_login_at?.toISOString() ?? null,
    cameWith: user.query_params,
    profile: caregiver && {
      firstName: caregiver.name,
      lastName: caregiver.last_name,
      phoneNumber: caregiver.phone_number,
      isPhoneNumberConfirmed: caregiver.phone_proof !== null,
      showsNumberInTheAfternoon: showsNumber,
      zipCode: caregiver.zip_code,
      timeZone: caregiver.time_zone,
      createdAt: caregiver.created_at.toISOString(),
    },
    membership: { status: subscriptionStatus, benefitsEndAt: benefitsEndDate },
    decision: kind && { kind, until, words },
    appeals: wrote.appeals.map(({ words, appealed_at }) => ({ words, at: appealed_at.toISOString() })),
    crashReports: wrote.crashReports.map(({ words, created_at }) => ({
      words,
      at: created_at.toISOString(),
    })),
  }
}

interface ChildParts {
  at: number
  note: Own['notes'][number] | undefined
  isWhole: boolean
}

export function child(row: ChildRow, { at, note, isWhole }: ChildParts): object {
  return {
    firstName: row.first_name,
    lastNameInitial: row.last_name_initial,
    ...(isWhole && {
      school: row.school,
      grade: row.grade,
      hours: row.availability,
      helpsFriends: row.helps_friends,
      photo: row.photo && photoPath(at),
      ...(note && { goodToKnow: note.text || null, isGoodToKnowShown: note.is_shown }),
    }),
    createdAt: row.created_at.toISOString(),
  }
}

export function daysAway({ from, to, children, by, isMine }: DaysAway, own: readonly ChildRow[]): object {
  return {
    from,
    to,
    children: own.filter(({ id }) => children.includes(id)).map(({ first_name }) => first_name),
    enteredBy: isMine ? 'you' : by.name,
  }
}

export function place({ child, role, since, until, shares_places, addedBy, reason }: OwnPlaceRow): object {
  return {
    child,
    role,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    ...(role === 'guardian' && { sharesPlaces: shares_places }),
    addedBy: addedBy && nameOf(presentName(addedBy)),
    ...(reason !== null && { administratorSaid: reason }),
  }
}

export function link({ label, role, status, created_at }: OwnLinkRow): object {
  return { label, role, status, createdAt: created_at.toISOString() }
}

/** Numbered, since two children may have the same name. */
export function photoPath(at: number): string {
  return `photos/${at + 1}.webp`
}

/** Gives both the name that the caller typed and the one that the other goes by. */
export function connection(
  { inviter, invitee, inviteeName, inviteStatus, linkEndsAt }: Connection,
  viewer: string,
): object {
  const isMine = inviter._id === viewer
  const other = isMine ? invitee : inviter
  return {
    name: other && nameOf(other),
    ...(isMine && { nameAsYouWroteIt: inviteeName, linkEndsAt }),
    askedBy: isMine ? 'you' : 'them',
    status: inviteStatus,
  }
}

/** @param whole Ids of the children whose pods may be named */
export function membership(
  { group, status, isGroupAdmin, endedBy, children, createdAt }: Membership,
  whole: readonly string[],
): object {
  return {
    group: group.name,
    status,
    isGroupAdmin,
    endedBy,
    children: children.map(({ child, subGroup }) => ({
      ...childName(child),
      ...(whole.includes(child._id) && { pod: subGroup?.name ?? null }),
    })),
    createdAt,
  }
}

export function playdate(row: Playdate): object {
  const { option1, option2, option3 } = row.proposedLocations
  return {
    id: row._id,
    kind: row.type === 'group' ? 'event' : 'playdate',
    status: row.status,
    plannedBy: nameOf(row.owner),
    invited: row.recipientCaregivers.map(nameOf),
    childrenOfPlanner: row.ownerChildren.map(playdateChild),
    childrenInvited: row.recipientChildren.map(playdateChild),
    time: row.acceptedTime,
    minutes: row.durationMinutes,
    ...(row.stay && { stay: row.stay }),
    place: row.acceptedLocation,
    proposedTimes: row.proposedTimes,
    proposedPlaces: [option1, option2, option3].filter((each) => each !== null),
    ...(row.description && { description: row.description }),
    ...(typeof row.capacity === 'number' && { roomFor: row.capacity }),
    ...(row.response !== undefined && { yourAnswer: row.response }),
    cancelledBy: row.cancelledBy && nameOf(row.cancelledBy),
    cancelReason: row.cancelReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function playdateChild({ caregiver, ...row }: PlaydateChild) {
  return { ...childName(row), family: nameOf(caregiver) }
}

function childName({ firstName, lastNameInitial }: Pick<PlaydateChild, 'firstName' | 'lastNameInitial'>) {
  return { firstName, lastNameInitial }
}

export function message({ sender, message, createdAt }: Message, { playdate_id, other }: OwnRoomRow): object {
  return {
    playdate: playdate_id,
    ...(other && { privateWith: nameOf(presentName(other)) }),
    from: sender ? nameOf(sender) : m.value_another_family(),
    text: message.text,
    sentAt: createdAt,
  }
}

export function notice({ title, detail, createdAt, readAt }: Notification): object {
  return { title, detail, createdAt, readAt }
}

export function device({ device, createdAt, lastSeenAt, isCurrent }: Session): object {
  return { device, signedInAt: createdAt, lastSeenAt, isThisOne: isCurrent }
}

export function passkey({ name, createdAt, lastUsedAt }: Passkey): object {
  return { name, createdAt, lastUsedAt }
}

export function safety(
  rows: Parameters<typeof presentSafety>[0] & { reports: readonly OwnReportRow[] },
  viewer: string,
): object {
  const { blocked, muted } = presentSafety(rows)
  return {
    blocked: blocked.map(({ createdAt, ...each }) => ({ name: nameOf(each), createdAt })),
    muted: muted.map((each) =>
      each.kind === 'caregiver'
        ? { name: nameOf(each.caregiver), createdAt: each.createdAt }
        : {
            playdate: each.playdate,
            chatWith: each.caregivers.filter(({ _id }) => _id !== viewer).map(nameOf),
            createdAt: each.createdAt,
          },
    ),
    reported: rows.reports.map((row) => {
      const { about, reason, createdAt, state } = presentOwnReport(row)
      return { about, reason, words: row.words, createdAt, state }
    }),
  }
}

function nameOf({ name, lastName }: Pick<CaregiverName, 'name' | 'lastName'>): string {
  return `${name} ${lastName}`.trim()
}
