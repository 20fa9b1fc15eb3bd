import { randomBytes } from 'node:crypto'
import {
  getAfternoon,
  getPlaydateAfternoon,
  saveAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import {
  listAuditLog,
  listAuditValues,
} from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  refresh,
  register,
  setLanguage,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  changeEmail,
  confirmEmail,
  reportNotMe,
  requestToken,
  resetPassword,
} from '@tagalong/contract/features/auth/links.contract.ts'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  removePasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  confirmTotp,
  getSecurity,
  makeRecoveryCodes,
  removeTotp,
  resetSecondStep,
  sendMailCode,
  startTotp,
  takeSecondStep,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import {
  createCheckoutSession,
  createPortalSession,
  createStripePortalSession,
  getPrice,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { broadcastNotification } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import {
  chooseCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
  getPlaydateCalendar,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import {
  clearNumber,
  deleteCaregiver,
  getCaregiver,
  getCaregiverOfUser,
  listCaregivers,
  listCaregiverValues,
  saveCaregiver,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import {
  findPhoneNumber,
  getCaregiverProfile,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import {
  createWebsocketTicket,
  getRoom,
  markRoomRead,
  sendMessage,
} from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  createDaysAway,
  deleteDaysAway,
  listDaysAway,
} from '@tagalong/contract/features/children/away.contract.ts'
import {
  getChildAsAdmin,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import {
  createChild,
  deleteChild,
  findAvailabilitySlots,
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
  findUser,
  listConnections,
  listFriendsChildren,
  readInvite,
  rejectConnection,
  removeConnection,
  renewLink,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  acceptIntroduction,
  createIntroduction,
  listIntroductions,
  rejectIntroduction,
} from '@tagalong/contract/features/connections/introductions.contract.ts'
import { acceptLink } from '@tagalong/contract/features/connections/links.contract.ts'
import {
  changeCrashReport,
  getCrashReport,
  listCrashReports,
  listCrashReportValues,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { signUpload, signView } from '@tagalong/contract/features/files/files.contract.ts'
import {
  deleteGroup,
  getGroupAsAdmin,
  listAllPods,
  listGroups,
  listGroupValues,
  listPodValues,
  saveGroup,
  savePodAsAdmin,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import {
  changeMembership,
  getGroup,
  joinGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
  listMemberships,
  listPods,
  savePod,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  deleteMembership,
  getMembership,
  listAllMemberships,
  listMembershipValues,
  saveMembership,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import {
  changePlace,
  listKnownPlaces,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import {
  answerGrownUpQuestion,
  changeHelper,
  endHelp,
  getGrownUpQuestion,
  leaveChild,
  listGrownUps,
  listHelp,
  saveOwnPlace,
  stayWithChild,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  listOwnInvites,
  readGuardianInvite,
  rejectGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import {
  listNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  getNoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { listConsents } from '@tagalong/contract/features/papers/papers.contract.ts'
import { askNext, getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { getCaregiverOverview } from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
  rejectEvent,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries, stopSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { suggestTimes } from '@tagalong/contract/features/playdates/suggestions.contract.ts'
import {
  checkSubscription,
  checkSubscriptionOf,
  getPushKey,
  resubscribe,
  subscribe,
  unsubscribe,
} from '@tagalong/contract/features/push/push.contract.ts'
import {
  blockCaregiver,
  getBlock,
  unblockCaregiver,
} from '@tagalong/contract/features/safety/blocks.contract.ts'
import { getPlaceChange, reportPlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import {
  decideReports,
  getReports,
  listReports,
  lookAtReport,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { mute, unmute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { appeal, getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import {
  deleteUser,
  getUser,
  listUsers,
  listUserValues,
  saveUser,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { echo } from '@tagalong/contract/http/public.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '#features/auth/tokens.ts'
import { updateAdmin } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { keepRows } from '#test/database.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addPerson,
  addRequest,
  aPhoneNumber,
  connect,
  expireAccess,
  expireSession,
  fingerprint,
  type Group,
  type Parent,
  type Person,
  revoke,
} from '#test/world.ts'

/**
 * Who knocks. `owner` made the row that a line is about, and is whom `connected` reported; `recipient` is its other side.
 * `reported`, `muter` and `muted` are connected, too, and are answered like anybody who is: the owner reported the first,
 * is muted by the second, and mutes the third. `waiting` knows the owner only from the event in whose line it stands.
 * The five grown-ups have, had or will have a place with the owner's child; grown-ups.test.ts tells more of them.
 * `sideAdmin` is an administrator whom the owner knows; `adminWithoutStep` one of a place where safety is strict. Who is
 * not fresh confirmed their session a day ago.
 */
const actors = [
  'anonymous',
  'expired',
  'refreshable',
  'revoked',
  'noProfile',
  'admin',
  'stranger',
  'connected',
  'owner',
  'recipient',
  'paused',
  'closed',
  'sideAdmin',
  'blocker',
  'blocked',
  'guardian',
  'helper',
  'soonGuardian',
  'formerGuardian',
  'formerHelper',
  'reported',
  'muter',
  'muted',
  'waiting',
  'notFresh',
  'adminNotFresh',
  'adminWithoutStep',
] as const
type Actor = (typeof actors)[number]

interface World {
  owner: Parent
  recipient: Parent
  connected: Parent
  stranger: Parent
  noProfile: Person
  admin: Person
  expired: Parent
  refreshable: Parent
  revoked: Parent
  paused: Parent
  closed: Parent
  sideAdmin: Parent
  /** Who blocked the owner, and whom the owner blocked, with all that they had before. */
  blocker: Parent
  blocked: Parent
  guardian: Parent
  helper: Parent
  soonGuardian: Parent
  formerGuardian: Parent
  formerHelper: Parent
  reported: Parent
  muter: Parent
  muted: Parent
  waiting: Parent
  notFresh: Parent
  adminNotFresh: Person
  adminWithoutStep: Person
  /** Sent by the owner to the recipient, pending. */
  playdate: { id: string; roomId: string }
  /** The connection of owner and recipient. */
  connection: string
  /** The owner is its admin, the recipient a member. */
  group: Group
  /** The recipient's. */
  membership: string
}

interface Ids {
  playdate: string
  /** Of which the playdate is the only date. */
  series: string
  room: string
  connection: string
  /** What the link to that connection holds, where a call is about it. */
  invite: string
  /** Of the owner for `ownChild`; `invite` is its link where a call is about that, else the recipient said yes. */
  guardianInvite: string
  group: string
  pod: string
  membership: string
  caregiver: string
  child: string
  ownChild: string
  session: string
  /** The owner's. */
  passkey: string
  /** The key of the photo of `ownChild`. */
  photo: string
  /** The owner's, with the recipient invited. */
  event: string
  /** The owner's user. */
  user: string
  /** A crash report of the owner. */
  report: string
  /** What the connected reported about the owner. */
  complaint: string
  /** Days on which `ownChild` is away, entered by the owner. */
  away: string
  /** The recipient and others, whom the owner asks one after the other. */
  ask: string
}

/** What one call is sent, and how those with a profile are answered. Guards answer everybody else. */
interface Line {
  endpoint: AnyEndpoint
  request?(ids: Ids, world: World, actor: Person): { params?: object; query?: object; body?: object }
  expect: Partial<Record<Actor, number>> & { all?: number }
  /** Named rows that are not there answer so, for the owner, or for an administrator where it is theirs to ask. */
  missing?: number
}

const newKey = () => randomBytes(24).toString('base64url')
const future = () => [inHours(50).toISOString()]
const proposal = (ids: Ids, world: World) => ({
  type: 'single',
  ownerChildren: [world.owner.children[0]],
  recipientChildren: [ids.child],
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: future(),
})
const inPod = (actor: Person, subGroup: string) =>
  'children' in actor ? (actor as Parent).children.map((child) => ({ child, subGroup })) : []
const profile = () => ({ name: 'New', lastName: 'Name', phoneNumber: aPhoneNumber(), zipCode: '94601' })

const onlyGuests = { all: 404, owner: 403, recipient: 200, waiting: 200, guardian: 403 }
/** A link of theirs is nothing to them. */
const apartFromOwner = { blocker: 404, blocked: 404 }
const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}
/** Of the right form, signed by nobody. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
const byAdmins = { admin: 200 }
const byNoSide = { admin: 200, sideAdmin: 404 }
const content = { title: 'Hello', url: '/connections' }

/** For administrators, whatever the row; the guard answers everybody else. */
const adminLines: Line[] = [
  ...[
    listUsers,
    listCaregivers,
    listGroups,
    listAllPods,
    listAllMemberships,
    listCrashReports,
    listAuditLog,
  ].map((endpoint) => ({ endpoint, expect: byAdmins })),
  ...[
    listUserValues,
    listCaregiverValues,
    listGroupValues,
    listPodValues,
    listMembershipValues,
    listCrashReportValues,
    listAuditValues,
  ].map((endpoint) => ({
    endpoint,
    request: () => ({ query: { column: 'createdAt' } }),
    expect: byAdmins,
  })),
  ...[getUser, deleteUser, getCaregiverOfUser, listChildrenOfUser].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({ params: { id: ids.user } }),
    expect: byAdmins,
  })),
  {
    endpoint: listKnownPlaces,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: byAdmins,
  },
  // Of the owner; guardians.admin.test.ts tells the rest.
  {
    endpoint: changePlace,
    request: (ids) => ({
      params: { id: ids.ownChild, caregiverId: ids.caregiver },
      body: { action: 'end', reason: 'As we were asked to by both.' },
    }),
    expect: byAdmins,
  },
  {
    endpoint: stopPlaceChange,
    request: (ids) => ({ params: { id: ids.ownChild, caregiverId: ids.caregiver } }),
    expect: { admin: 409 },
  },
  {
    endpoint: resetSecondStep,
    request: (ids) => ({ params: { id: ids.user }, body: {} }),
    expect: byAdmins,
  },
  {
    endpoint: saveUser,
    request: (ids) => ({ params: { id: ids.user }, body: { email: 'new@example.org', isAdmin: true } }),
    // Only another address wants a fresh session.
    expect: { ...byAdmins, adminNotFresh: 409 },
  },
  ...[getCaregiver, deleteCaregiver, getCaregiverOverview].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({ params: { id: ids.caregiver } }),
    expect: byAdmins,
  })),
  {
    endpoint: saveCaregiver,
    request: (ids) => ({ params: { id: ids.caregiver }, body: profile() }),
    expect: byAdmins,
  },
  // numbers.admin.test.ts tells the rest.
  {
    endpoint: clearNumber,
    request: (ids) => ({ params: { id: ids.caregiver } }),
    expect: { admin: 200 },
  },
  {
    endpoint: getChildAsAdmin,
    request: (ids) => ({ params: { id: ids.child } }),
    expect: byAdmins,
  },
  { endpoint: getGroupAsAdmin, request: (ids) => ({ params: { id: ids.group } }), expect: byAdmins },
  {
    endpoint: saveGroup,
    request: (ids) => ({ params: { id: ids.group }, body: { name: 'Maple', description: '' } }),
    expect: byAdmins,
  },
  // It has members.
  { endpoint: deleteGroup, request: (ids) => ({ params: { id: ids.group } }), expect: { admin: 409 } },
  {
    endpoint: savePodAsAdmin,
    request: (ids) => ({ body: { _id: ids.pod, group: ids.group, name: 'Room 14', description: '' } }),
    expect: byAdmins,
  },
  ...[getMembership, deleteMembership].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({ params: { id: ids.membership } }),
    expect: byAdmins,
  })),
  {
    endpoint: saveMembership,
    request: (ids, { recipient }) => ({
      params: { id: ids.membership },
      body: { caregiver: recipient.caregiverId, group: ids.group, status: 'pending', isGroupAdmin: false },
    }),
    expect: byAdmins,
  },
  {
    endpoint: sendNotification,
    request: (ids) => ({ body: { user: ids.user, ...content } }),
    expect: byAdmins,
  },
  { endpoint: broadcastNotification, request: () => ({ body: content }), expect: byAdmins },
  { endpoint: getCrashReport, request: (ids) => ({ params: { id: ids.report } }), expect: byAdmins },
  {
    endpoint: changeCrashReport,
    request: (ids) => ({ params: { id: ids.report }, body: { state: 'seen' } }),
    expect: byAdmins,
  },
  { endpoint: listReports, expect: byAdmins },
  {
    endpoint: getReports,
    request: (ids) => ({ params: { subject: ids.caregiver } }),
    expect: byNoSide,
    missing: 404,
  },
  {
    endpoint: lookAtReport,
    request: (ids) => ({ params: { subject: ids.caregiver }, body: { what: 'reporter', id: ids.complaint } }),
    expect: byNoSide,
    missing: 404,
  },
  {
    endpoint: decideReports,
    request: (ids) => ({
      params: { subject: ids.caregiver },
      body: { reports: [ids.complaint], kind: 'none' },
    }),
    expect: byNoSide,
    missing: 404,
  },
]

const lines: Line[] = [
  ...adminLines,
  { endpoint: listNotifications, expect: { all: 200 } },
  { endpoint: readNotifications, expect: { all: 200 } },
  { endpoint: getPushKey, expect: { all: 200 } },
  { endpoint: checkSubscription, expect: { all: 200 } },
  { endpoint: subscribe, request: () => ({ body: { subscription: device } }), expect: { all: 201 } },
  { endpoint: unsubscribe, expect: { all: 200 } },
  {
    endpoint: checkSubscriptionOf,
    request: () => ({ body: { email: 'a@example.org', subscriptionFront: device } }),
    expect: { all: 200 },
  },
  {
    endpoint: resubscribe,
    request: () => ({
      body: { email: 'a@example.org', oldSubscriptionEndpoint: device.endpoint, newSubscription: device },
    }),
    expect: { all: 201 },
  },
  {
    endpoint: getEventResponse,
    request: (ids) => ({ params: { playdateId: ids.event } }),
    expect: onlyGuests,
    missing: 404,
  },
  {
    endpoint: listEventResponses,
    request: (ids) => ({ params: { playdateId: ids.event } }),
    expect: { all: 404, owner: 200, recipient: 200, waiting: 200, guardian: 200 },
    missing: 404,
  },
  ...[acceptEvent, rejectEvent].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({ params: { playdateId: ids.event } }),
    expect: onlyGuests,
    missing: 404,
  })),
  {
    endpoint: respondToEvent,
    request: (ids) => ({ body: { playdate: ids.event, response: 'accepted' } }),
    expect: onlyGuests,
    missing: 404,
  },
  // No spot is kept for whoever waits there; spots.test.ts tells the rest.
  {
    endpoint: answerOffer,
    request: (ids) => ({ params: { playdateId: ids.event }, body: { response: 'accepted' } }),
    expect: { ...onlyGuests, recipient: 409, waiting: 409 },
    missing: 404,
  },
  {
    endpoint: setCapacity,
    request: (ids) => ({ params: { playdateId: ids.event }, body: { capacity: 200, version: 1 } }),
    expect: { all: 404, owner: 200, recipient: 403, waiting: 403, guardian: 403 },
    missing: 404,
  },
  { endpoint: echo, expect: { all: 200 } },
  // Nobody here has a password; erasure.test.ts tells the rest.
  { endpoint: deleteAccount, request: () => ({ body: { password: 'x' } }), expect: { all: 400 } },
  {
    endpoint: signUpload,
    request: () => ({ params: { fileName: 'a b.png', contentType: 'image/png' } }),
    expect: { all: 200 },
  },
  {
    endpoint: signView,
    request: (ids) => ({ params: { fileKey: ids.photo } }),
    expect: {
      all: 404,
      owner: 200,
      recipient: 200,
      waiting: 200,
      connected: 200,
      admin: 200,
      guardian: 200,
      helper: 200,
    },
    missing: 404,
  },
  {
    endpoint: login,
    request: () => ({ body: { email: 'nobody@example.org', password: 'x' } }),
    expect: { all: 400 },
  },
  {
    endpoint: register,
    request: () => ({
      body: {
        email: `new${newId()}@example.org`,
        password: 'Abcdef1!',
        confirmPassword: 'Abcdef1!',
        tos: true,
        privacy: true,
        queryParams: [],
      },
    }),
    expect: { all: 201 },
  },
  { endpoint: logout, expect: { all: 200 } },
  { endpoint: whoami, expect: { all: 200 } },
  // Whoever sends the refresh token of a living family gets a pair.
  { endpoint: refresh, expect: { all: 200, anonymous: 401, expired: 401, revoked: 401 } },
  {
    endpoint: requestToken,
    request: () => ({ body: { email: 'nobody@example.org', confirmEmail: 'nobody@example.org' } }),
    expect: { all: 200 },
  },
  {
    endpoint: resetPassword,
    request: () => ({
      body: { password: 'Abcdef1!', confirmPassword: 'Abcdef1!', token: 'x', id: newId() },
    }),
    expect: { all: 400 },
  },
  { endpoint: confirmEmail, request: () => ({ body: { token: 'x', id: newId() } }), expect: { all: 400 } },
  { endpoint: listConsents, expect: { all: 200 } },
  { endpoint: reportNotMe, request: () => ({ body: { token: 'x', id: newId() } }), expect: { all: 400 } },
  { endpoint: changeEmail, request: () => ({ body: { email: 'new@example.org' } }), expect: { all: 200 } },
  // Nobody here has a password; fresh.test.ts and passwords.test.ts say the rest.
  { endpoint: confirmIdentity, request: () => ({ body: { password: 'x' } }), expect: { all: 400 } },
  {
    endpoint: takeSecondStep,
    request: () => ({ body: { ticket: 'x', code: '000000' } }),
    expect: { all: 400, anonymous: 400 },
  },
  ...[getSecurity, sendMailCode, startTotp, removeTotp, turnSecondStepOff].map((endpoint) => ({
    endpoint,
    expect: { all: 200 },
  })),
  // Nobody here has begun; second-step.test.ts tells the rest.
  { endpoint: confirmTotp, request: () => ({ body: { code: '000000' } }), expect: { all: 409 } },
  { endpoint: makeRecoveryCodes, expect: { all: 409, admin: 200 } },
  // The owner has a passkey.
  { endpoint: turnSecondStepOn, expect: { all: 409, owner: 200 } },
  {
    endpoint: changePassword,
    request: () => ({
      body: { password: 'x', newPassword: 'Sandbox-Sunny-42!', confirmPassword: 'Sandbox-Sunny-42!' },
    }),
    expect: { all: 400 },
  },
  { endpoint: getPasskeyChallenge, expect: { all: 200 } },
  // passkeys.test.ts tells the rest.
  {
    endpoint: loginByPasskey,
    request: () => ({ body: { response: { ...credential, response: assertion } } }),
    expect: { all: 400 },
  },
  { endpoint: startPasskey, expect: { all: 200 } },
  {
    endpoint: addPasskey,
    request: () => ({ body: { name: 'Key', response: { ...credential, response: attestation } } }),
    expect: { all: 400 },
  },
  {
    endpoint: removePasskey,
    request: (ids) => ({ params: { id: ids.passkey } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: getNoticeSettings, expect: { all: 200 } },
  {
    endpoint: setNoticeSettings,
    request: () => ({ body: { mail: 'off', quietFrom: 22, quietTo: 6 } }),
    expect: { all: 200 },
  },
  { endpoint: setLanguage, request: () => ({ body: { language: 'es' } }), expect: { all: 200 } },
  { endpoint: listSessions, expect: { all: 200 } },
  {
    endpoint: endSession,
    request: (ids) => ({ params: { id: ids.session } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: endOtherSessions, expect: { all: 200 } },
  {
    endpoint: submitCrashReport,
    request: () => ({
      body: {
        componentName: 'Home',
        error: { name: 'Error', message: 'm', stack: 's' },
        userDescription: '',
      },
    }),
    expect: { all: 201 },
  },
  {
    endpoint: getCaregiverProfile,
    request: (ids) => ({ params: { id: ids.caregiver } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  {
    endpoint: saveCaregiverProfile,
    request: (ids) => ({ params: { id: ids.caregiver }, body: profile() }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: findPhoneNumber, request: () => ({ query: { phone: '+15103340000' } }), expect: { all: 200 } },
  { endpoint: startPhoneProof, expect: { all: 200 } },
  { endpoint: checkPhoneProof, request: () => ({ body: { code: '000000' } }), expect: { all: 400 } },
  {
    endpoint: submitOnboarding,
    request: () => ({ body: { ...profile(), children: [{ firstName: 'Ida', lastNameInitial: 'K' }] } }),
    expect: { all: 409, noProfile: 200, admin: 200 },
  },
  {
    endpoint: getChild,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 200, connected: 403, recipient: 403, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: createChild,
    request: () => ({ body: { firstName: 'Ida', lastNameInitial: 'K' } }),
    expect: { all: 200 },
  },
  {
    endpoint: saveChild,
    request: (ids) => ({ params: { id: ids.ownChild }, body: { firstName: 'Ida', lastNameInitial: 'K' } }),
    expect: { all: 404, owner: 200, connected: 403, recipient: 403, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: deleteChild,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 409, connected: 403, recipient: 403, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: listChildrenOfCaregiver,
    request: (ids) => ({ params: { caregiverId: ids.caregiver } }),
    expect: { all: 404, owner: 200, connected: 200, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: findAvailabilitySlots,
    request: (ids) => ({
      body: {
        children: [ids.child],
        from: inHours(1).toISOString(),
        to: inHours(30).toISOString(),
      },
    }),
    // Who sees the child, but asks without one of their own, is refused.
    expect: { all: 404, owner: 400, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: suggestTimes,
    request: (ids) => ({ body: { ownChildren: [ids.ownChild], otherChildren: [ids.child] } }),
    expect: { all: 404, owner: 200, recipient: 400 },
    missing: 404,
  },
  {
    endpoint: listGrownUps,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 200, guardian: 200, helper: 200 },
    missing: 404,
  },
  {
    endpoint: saveOwnPlace,
    request: (ids) => ({ params: { id: ids.ownChild }, body: { sharesPlaces: false } }),
    expect: { all: 404, owner: 200, guardian: 200 },
    missing: 404,
  },
  { endpoint: listDaysAway, request: () => ({}), expect: { all: 200 } },
  {
    endpoint: createDaysAway,
    request: (ids) => {
      const day = inHours(48).toISOString().slice(0, 10)
      return { body: { from: day, to: day, children: [ids.ownChild] } }
    },
    expect: { all: 404, owner: 201, guardian: 201 },
    missing: 404,
  },
  // The other guardian reads them, and removes none of them.
  {
    endpoint: deleteDaysAway,
    request: (ids) => ({ params: { id: ids.away } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  // An order is its maker's alone.
  {
    endpoint: getAsk,
    request: (ids) => ({ params: { id: ids.ask } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  {
    endpoint: askNext,
    request: (ids) => ({ params: { id: ids.ask }, body: { version: 1 } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  {
    endpoint: stopAsking,
    request: (ids) => ({ params: { id: ids.ask }, body: { version: 1 } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  // Everybody has a calendar link, or none, of their own.
  { endpoint: getCalendarFeed, request: () => ({}), expect: { all: 200 } },
  {
    endpoint: createCalendarFeed,
    request: () => ({ body: { saysWhoAndWhere: false } }),
    expect: { all: 201 },
  },
  {
    endpoint: chooseCalendarFeed,
    request: () => ({ body: { saysWhoAndWhere: true } }),
    expect: { all: 404 },
  },
  { endpoint: deleteCalendarFeed, request: () => ({}), expect: { all: 404 } },
  {
    endpoint: getPlaydateCalendar,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 409, recipient: 409, guardian: 409 },
    missing: 404,
  },
  // A request is not confirmed: nothing of it is shown.
  {
    endpoint: getPlaydateAfternoon,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  // Everybody has their own; a line is that of the child's guardians.
  { endpoint: getAfternoon, request: () => ({}), expect: { all: 200 } },
  {
    endpoint: saveAfternoon,
    request: (ids) => ({
      body: {
        showsNumber: true,
        notes: [{ child: ids.ownChild, text: 'Nut allergy', isShown: true, version: 0 }],
      },
    }),
    expect: { all: 404, owner: 200, guardian: 200 },
    missing: 404,
  },
  // No administrator changed the owner's place; changes.test.ts tells the rest.
  ...[getPlaceChange, reportPlaceChange].map((endpoint) => ({
    endpoint,
    request: (ids: Ids) => ({
      params: { id: ids.ownChild, caregiverId: ids.caregiver },
      ...(endpoint.method === 'POST' && { body: { words: 'This is wrong' } }),
    }),
    expect: { all: 404 },
    missing: 404,
  })),
  {
    endpoint: leaveChild,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 200, guardian: 200, helper: 200 },
    missing: 404,
  },
  // Neither is leaving.
  {
    endpoint: stayWithChild,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 409, guardian: 409 },
    missing: 404,
  },
  // The owner's own place, which is no helper's.
  {
    endpoint: changeHelper,
    request: (ids) => ({
      params: { id: ids.ownChild, caregiverId: ids.caregiver },
      body: { until: inHours(48).toISOString().slice(0, 10) },
    }),
    expect: { all: 404, owner: 403, guardian: 403 },
    missing: 404,
  },
  {
    endpoint: endHelp,
    request: (ids) => ({ params: { id: ids.ownChild, caregiverId: ids.caregiver } }),
    expect: { all: 404, owner: 403, guardian: 403 },
    missing: 404,
  },
  ...[listHelp, getGrownUpQuestion, answerGrownUpQuestion].map((endpoint) => ({
    endpoint,
    expect: { all: 200 },
  })),
  { endpoint: listConnections, expect: { all: 200 } },
  { endpoint: listFriendsChildren, expect: { all: 200 } },
  {
    endpoint: createConnection,
    request: () => ({ body: { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() } }),
    expect: { all: 200 },
  },
  {
    endpoint: acceptConnection,
    request: (ids) => ({ params: { id: ids.connection } }),
    expect: { all: 404, owner: 403, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: rejectConnection,
    request: (ids) => ({ params: { id: ids.connection } }),
    expect: { all: 404, owner: 403, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: removeConnection,
    request: (ids) => ({ params: { id: ids.connection } }),
    expect: { all: 404, owner: 200, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: renewLink,
    request: (ids) => ({ params: { id: ids.connection } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: readInvite, request: (ids) => ({ query: { token: ids.invite } }), expect: { all: 200 } },
  {
    endpoint: acceptLink,
    request: (ids) => ({ body: { token: ids.invite } }),
    expect: {
      ...{ all: 200, owner: 404, blocker: 404, blocked: 404 },
      // Connected already.
      ...{ connected: 409, reported: 409, muter: 409, muted: 409, sideAdmin: 409 },
    },
    missing: 404,
  },
  {
    endpoint: findUser,
    request: () => ({ query: { phoneNumber: '+15103340000' } }),
    expect: { all: 200 },
  },
  { endpoint: getGroup, request: (ids) => ({ params: { id: ids.group } }), expect: { all: 200 } },
  { endpoint: listMemberships, expect: { all: 200 } },
  {
    endpoint: listMembers,
    request: (ids) => ({ params: { groupId: ids.group } }),
    expect: { all: 404, owner: 200, recipient: 403 },
    missing: 404,
  },
  {
    endpoint: changeMembership,
    request: (ids) => ({ body: { membership: ids.membership, status: 'rejected' } }),
    expect: { all: 404, owner: 200, recipient: 200 },
    missing: 404,
  },
  {
    endpoint: joinGroup,
    request: (ids, { group }, actor) => ({
      body: { groupId: ids.group, code: group.code, childSubGroups: inPod(actor, ids.pod) },
    }),
    expect: { all: 200 },
  },
  {
    endpoint: savePod,
    request: (ids) => ({
      params: { id: ids.pod },
      body: { group: ids.group, name: 'Room 14', description: '' },
    }),
    expect: { all: 404, owner: 200, recipient: 403 },
    missing: 404,
  },
  { endpoint: listPods, expect: { all: 200 } },
  {
    endpoint: listGroupChildren,
    request: (ids) => ({ params: { groupId: ids.group } }),
    expect: { all: 404, owner: 200, recipient: 200 },
    missing: 404,
  },
  { endpoint: listCombinedChildren, expect: { all: 200 } },
  ...[getSubscription, getPrice, createCheckoutSession, createStripePortalSession, createPortalSession].map(
    (endpoint) => ({ endpoint, expect: { all: 200 } }),
  ),
  { endpoint: listPlaydates, request: () => ({ query: { status: 'accepted' } }), expect: { all: 200 } },
  {
    endpoint: getPlaydate,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: createPlaydate,
    // The owner's child on one side, the recipient's on the other: only those two see both.
    request: (ids, world) => ({ body: proposal(ids, world) }),
    expect: { all: 404, owner: 200, recipient: 400 },
    missing: 404,
  },
  {
    endpoint: counterPlaydate,
    request: (ids, world) => ({
      params: { id: ids.playdate },
      body: { ...proposal({ ...ids, child: world.recipient.children[0] ?? '' }, world), version: 1 },
    }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: acceptPlaydate,
    request: (ids) => ({
      body: { id: ids.playdate, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() },
    }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: rejectPlaydate,
    request: (ids) => ({ body: { id: ids.playdate } }),
    expect: { all: 404, owner: 409, recipient: 200, guardian: 409 },
    missing: 404,
  },
  {
    endpoint: cancelPlaydate,
    request: (ids) => ({ body: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 403, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: getSeries,
    request: (ids) => ({ params: { id: ids.series } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: answerSeries,
    request: (ids) => ({
      params: { id: ids.series },
      body: { dates: [{ playdate: ids.playdate, version: 1, response: 'accepted' }] },
    }),
    expect: { all: 404, owner: 403, recipient: 200, guardian: 403 },
    missing: 404,
  },
  {
    endpoint: stopSeries,
    request: (ids) => ({ params: { id: ids.series }, body: { from: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: getRoom,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: sendMessage,
    request: (ids) => ({ body: { chatRoom: ids.room, message: { text: 'Hello' } } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: markRoomRead,
    request: (ids) => ({ params: { id: ids.playdate } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  // There is none between anybody here; introductions.test.ts tells the rest.
  { endpoint: listIntroductions, expect: { all: 200 } },
  {
    endpoint: createIntroduction,
    request: (ids) => ({ body: { child: ids.ownChild, to: ids.caregiver, friends: [ids.caregiver] } }),
    expect: { all: 404 },
    missing: 404,
  },
  {
    endpoint: acceptIntroduction,
    request: (ids) => ({ params: { from: ids.caregiver }, body: { friends: [ids.caregiver] } }),
    expect: { all: 404 },
    missing: 404,
  },
  {
    endpoint: rejectIntroduction,
    request: (ids) => ({ params: { from: ids.caregiver } }),
    expect: { all: 404 },
    missing: 404,
  },
  {
    endpoint: createGuardianInvite,
    request: (ids) => ({ params: { id: ids.ownChild }, body: { label: 'Dad', role: 'guardian' } }),
    expect: { all: 404, owner: 201, guardian: 201 },
    missing: 404,
  },
  { endpoint: listOwnInvites, expect: { all: 200 } },
  {
    endpoint: readGuardianInvite,
    request: (ids) => ({ params: { invite: ids.invite } }),
    expect: { all: 200, ...apartFromOwner },
    missing: 404,
  },
  {
    endpoint: acceptGuardianInvite,
    request: (ids) => ({ params: { token: ids.invite } }),
    expect: { all: 200, owner: 400, ...apartFromOwner, guardian: 409, helper: 409, soonGuardian: 409 },
    missing: 404,
  },
  {
    endpoint: rejectGuardianInvite,
    request: (ids) => ({ params: { token: ids.invite } }),
    expect: { all: 200, owner: 400, ...apartFromOwner },
    missing: 404,
  },
  {
    endpoint: confirmGuardianInvite,
    request: (ids) => ({ params: { id: ids.guardianInvite }, body: { version: 1 } }),
    expect: { all: 404, owner: 200, guardian: 403 },
    missing: 404,
  },
  {
    endpoint: stopGuardianInvite,
    request: (ids) => ({ params: { invite: ids.guardianInvite } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  { endpoint: createWebsocketTicket, expect: { all: 200 } },
  { endpoint: getSafety, expect: { all: 200 } },
  { endpoint: getStanding, expect: { all: 200 } },
  { endpoint: downloadMyData, expect: { all: 200 } },
  // Nothing was decided about anybody here; decide.test.ts tells the rest.
  { endpoint: appeal, request: () => ({ body: { words: 'Please look again' } }), expect: { all: 409 } },
  {
    endpoint: createReport,
    request: (ids) => ({ body: { kind: 'person', target: ids.caregiver, reason: 'spam' } }),
    expect: { all: 404, connected: 201, recipient: 201, waiting: 201, guardian: 201, helper: 201 },
    missing: 404,
  },
  {
    endpoint: getBlock,
    request: (ids) => ({ params: { caregiver: ids.caregiver } }),
    expect: { all: 404, connected: 200, recipient: 200, waiting: 200, guardian: 200, helper: 200 },
    missing: 404,
  },
  {
    endpoint: blockCaregiver,
    request: (ids) => ({ params: { caregiver: ids.caregiver } }),
    // Again: the same.
    expect: {
      all: 404,
      connected: 200,
      recipient: 200,
      waiting: 200,
      blocker: 200,
      guardian: 409,
      helper: 200,
    },
    missing: 404,
  },
  {
    endpoint: unblockCaregiver,
    request: (ids) => ({ params: { caregiver: ids.caregiver } }),
    expect: { all: 404, blocker: 200 },
    missing: 404,
  },
  {
    endpoint: mute,
    request: (ids) => ({ params: { kind: 'room', id: ids.room } }),
    expect: { all: 404, owner: 200, recipient: 200, guardian: 200 },
    missing: 404,
  },
  {
    endpoint: unmute,
    request: (ids) => ({ params: { kind: 'caregiver', id: ids.caregiver } }),
    expect: { all: 404, muter: 200 },
    missing: 404,
  },
]

const withoutProfile: readonly Actor[] = ['noProfile', 'admin', 'adminNotFresh', 'adminWithoutStep']

/** What the guard alone answers; undefined where it lets the actor through. */
function guardAnswer({ guard, whilePaused, fresh }: AnyEndpoint, actor: Actor): number | undefined {
  if (guard === 'none') return undefined
  if (actor === 'anonymous' || actor === 'expired' || actor === 'revoked') return 401
  if (actor === 'refreshable') return 302
  if (actor === 'paused' || actor === 'closed') return whilePaused ? undefined : 409
  if (guard === 'admin' && (actor === 'adminNotFresh' || actor === 'adminWithoutStep')) return 409
  if (guard === 'admin' && actor !== 'admin' && actor !== 'sideAdmin') return 403
  if (guard === 'caregiver' && withoutProfile.includes(actor)) return 409
  if (fresh && (actor === 'notFresh' || actor === 'adminNotFresh')) return 409
  return undefined
}

/** Unless the line says otherwise, who is a friend, or an administrator, and something else is answered as one of them. */
function answerOf({ endpoint, expect }: Line, actor: Actor): number | undefined {
  const { admin, connected, stranger } = expect
  const others: Partial<Record<Actor, number | undefined>> = {
    sideAdmin: endpoint.guard === 'admin' ? admin : connected,
    reported: connected,
    muter: connected,
    muted: connected,
    notFresh: stranger,
    adminNotFresh: admin,
  }
  return expect[actor] ?? others[actor] ?? expect.all
}

/** All that whoever asked could tell two replies apart by, but for what each call has of its own. */
function shown({ status, headers, text }: Reply): string {
  const same = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return JSON.stringify([status, same.toSorted(), text])
}

describe('the authorization matrix', () => {
  let t: TestApp
  let strict: TestApp
  beforeAll(async () => {
    t = await testApp()
    strict = await testApp({ SAFETY: 'strict' })
  })
  afterAll(async () => {
    await strict.close()
    await t.close()
  })

  let made: { world: World; at: number; putBack(): Promise<void> } | undefined

  /** The same world for a minute: what must be fresh in it is no older. */
  async function freshWorld(): Promise<World> {
    if (made && Date.now() - made.at < 60_000) await made.putBack()
    else made = { world: await makeWorld(), at: Date.now(), putBack: await keepRows('world') }
    return made.world
  }

  async function makeWorld(): Promise<World> {
    await t.reset()
    const { database } = t
    const parent = (name: string) => addParent(database, { name })
    const [owner, recipient, connected, stranger] = await Promise.all([
      parent('Owner'),
      parent('Recipient'),
      parent('Connected'),
      parent('Stranger'),
    ])
    const [expired, refreshable, revoked, paused, closed, sideAdmin, blocker, blocked] = await Promise.all([
      parent('Expired'),
      parent('Refreshable'),
      parent('Revoked'),
      parent('Paused'),
      parent('Closed'),
      parent('Side'),
      parent('Blocker'),
      parent('Blocked'),
    ])
    const [guardian, helper, soonGuardian, formerGuardian, formerHelper] = await Promise.all([
      parent('Guardian'),
      parent('Helper'),
      parent('Soon'),
      parent('Former'),
      parent('Helped'),
    ])
    const [reported, muter, muted, waiting, notFresh] = await Promise.all([
      parent('Reported'),
      parent('Muter'),
      parent('Muted'),
      parent('Waiting'),
      parent('Stale'),
    ])
    const noProfile = await addPerson(database)
    const [admin, adminNotFresh, adminWithoutStep] = [
      await addPerson(database, { isAdmin: true }),
      await addPerson(database, { isAdmin: true }),
      await addPerson(database),
    ]
    await updateAdmin(database.kysely, adminWithoutStep.userId, true)
    for (const each of [notFresh, adminNotFresh]) {
      await database.pool.query(
        `update session set confirmed_at = now() - interval '1 day' where user_id = $1`,
        [each.userId],
      )
    }
    await connect(database, owner, connected)
    const friends = [sideAdmin, blocker, blocked, reported, muter, muted]
    for (const each of friends) await connect(database, owner, each)
    await updateAdmin(database.kysely, sideAdmin.userId, true)
    const connection = await connect(database, owner, recipient, 'accepted')
    await addBlock(blocker, owner)
    await addBlock(owner, blocked)
    await addMute(muter, owner)
    await addMute(owner, muted)
    await complaintAbout(reported, owner)
    const child = owner.children[0]
    await addGuardian(database, child, guardian)
    await addGuardian(database, child, soonGuardian, { since: '1 day' })
    await addGuardian(database, child, formerGuardian)
    for (const each of [helper, formerHelper]) await addHelper(database, child, each, { adder: owner })
    const playdate = await addRequest(database, owner, recipient)
    await database.pool.query(
      'update guardianship set until = now() where child_id = $1 and caregiver_id = any($2)',
      [child, [formerGuardian.caregiverId, formerHelper.caregiverId]],
    )
    const group = await addGroup(database, { pods: ['Room 12'] })
    await addMember(database, group, owner, { isGroupAdmin: true })
    const membership = await addMember(database, group, recipient)
    await expireSession(database, expired)
    await expireAccess(database, refreshable)
    await revoke(database, revoked)
    await pause(paused, 'suspended', 'infinity')
    await pause(closed, 'closed', '2099-01-01')
    return {
      owner,
      recipient,
      connected,
      stranger,
      noProfile,
      admin,
      expired,
      refreshable,
      revoked,
      paused,
      closed,
      sideAdmin,
      blocker,
      blocked,
      guardian,
      helper,
      soonGuardian,
      formerGuardian,
      formerHelper,
      reported,
      muter,
      muted,
      waiting,
      notFresh,
      adminNotFresh,
      adminWithoutStep,
      playdate,
      connection,
      group,
      membership,
    }
  }

  async function seriesOf(playdate: string): Promise<string> {
    const series = newId()
    await t.database.pool.query(
      `update playdate set series_id = $2, every_weeks = 1, location2 = null, proposed_times = proposed_times[1:1]
        where id = $1`,
      [playdate, series],
    )
    return series
  }

  /** Not by the call, which would take away what was theirs. */
  async function addBlock(blocker: Parent, blocked: Parent): Promise<void> {
    await t.database.pool.query(
      `insert into block (id, blocker_id, blocked_id, name) values ($1, $2, $3, 'Some')`,
      [newId(), blocker.caregiverId, blocked.caregiverId],
    )
  }

  async function addMute({ caregiverId }: Parent, muted: Parent): Promise<void> {
    await t.database.pool.query('insert into mute (id, caregiver_id, muted_id) values ($1, $2, $3)', [
      newId(),
      caregiverId,
      muted.caregiverId,
    ])
  }

  async function pause({ userId }: Parent, standing: string, until: string): Promise<void> {
    await t.database.pool.query('update app_user set standing = $2, standing_until = $3 where id = $1', [
      userId,
      standing,
      until,
    ])
  }

  async function idsOf(world: World, endpoint: AnyEndpoint): Promise<Ids> {
    // Answering needs an invitation that is still open.
    if (/^connections\.(accept|reject)$/.test(endpoint.name)) {
      await t.database.pool.query(`update connection set status = 'pending' where id = $1`, [
        world.connection,
      ])
    }
    const invite = newKey()
    // A link leads to an invitation that nobody came by yet.
    if (/^connections\.(renewLink|readInvite|acceptLink)$/.test(endpoint.name)) {
      await t.database.pool.query(
        `update connection set status = 'pending', invitee_id = null, invite_hash = $2,
          invite_expires_at = now() + interval '1 day' where id = $1`,
        [world.connection, hashOf(invite)],
      )
    }
    const guardianInvite = newId()
    if (endpoint.name.startsWith('guardianInvites.')) {
      const isSent = /read|accept|reject/.test(endpoint.name)
      await t.database.pool.query(
        `insert into guardian_invite
            (id, child_id, invited_by, label, role, token_hash, status, invitee_user_id, expires_at)
          values ($1, $2, $3, 'Dad', 'guardian', $4, $5, $6, now() + interval '1 day')`,
        [
          guardianInvite,
          world.owner.children[0],
          world.owner.caregiverId,
          hashOf(invite),
          isSent ? 'sent' : 'accepted',
          isSent ? null : world.recipient.userId,
        ],
      )
    }
    return {
      guardianInvite,
      playdate: world.playdate.id,
      series: await seriesOf(world.playdate.id),
      room: world.playdate.roomId,
      connection: world.connection,
      invite,
      group: world.group.id,
      pod: world.group.pods[0] ?? '',
      membership: world.membership,
      caregiver: world.owner.caregiverId,
      child: world.recipient.children[0] ?? '',
      ownChild: world.owner.children[0] ?? '',
      session: world.owner.sessionId,
      passkey: await passkeyOf(world.owner),
      photo: await photoOf(world.owner),
      event: await eventOf(world),
      user: world.owner.userId,
      report: await reportOf(world.owner),
      complaint: await complaintAbout(world.owner, world.connected),
      away: await awayOf(world.owner),
      ask: await askOf(world.owner, world.recipient),
    }
  }

  /** Of the owner and the recipient, who has not answered: with room for the owner's child alone, for whom others wait. */
  async function eventOf({ owner, recipient, waiting }: World): Promise<string> {
    const { id } = await addEvent(t.database, owner, [recipient, waiting])
    await t.database.pool.query('update playdate set capacity = 1, spots_taken = 1 where id = $1', [id])
    await t.database.pool.query(
      `update playdate_child set in_line = 'waiting', acted_by = $2, acted_at = now()
        where playdate_id = $1 and caregiver_id = $2`,
      [id, waiting.caregiverId],
    )
    await t.database.pool.query('insert into waiting_place (playdate_id, caregiver_id) values ($1, $2)', [
      id,
      waiting.caregiverId,
    ])
    return id
  }

  async function askOf({ caregiverId, children }: Parent, asked: Parent): Promise<string> {
    const id = newId()
    await t.database.pool.query(
      `insert into ask (id, owner_id, own_children, location1, times, duration_minutes)
        values ($1, $2, $3, 'The park', array[now() + interval '2 days'], 120)`,
      [id, caregiverId, children.slice(0, 1)],
    )
    await t.database.pool.query(
      'insert into ask_step (ask_id, position, child_id, caregiver_id) values ($1, 1, $2, $3)',
      [id, asked.children[0], asked.caregiverId],
    )
    return id
  }

  async function complaintAbout({ caregiverId }: Parent, by: Parent): Promise<string> {
    const id = newId()
    await t.database.pool.query(
      `insert into report (id, subject_caregiver_id, reporter_id, kind, target_id, reason, evidence)
        values ($1, $2, $3, 'person', $2, 'spam', '{"name": "Owner Example", "child": null, "messages": [], "words": []}')`,
      [id, caregiverId, by.caregiverId],
    )
    return id
  }

  async function awayOf({ caregiverId, children: [child] }: Parent): Promise<string> {
    const id = newId()
    await t.database.pool.query(
      `insert into away (id, caregiver_id, first_day, last_day) values ($1, $2, current_date, current_date + 3)`,
      [id, caregiverId],
    )
    await t.database.pool.query('insert into away_child values ($1, $2)', [id, child])
    return id
  }

  async function reportOf({ userId }: Parent): Promise<string> {
    const id = newId()
    await t.database.pool.query(
      `insert into crash_report (id, user_id, component_name, error_name, error_message, error_stack, user_description)
        values ($1, $2, 'Home', 'Error', 'm', 's', '')`,
      [id, userId],
    )
    return id
  }

  async function passkeyOf({ userId }: Parent): Promise<string> {
    const id = newKey()
    await t.database.pool.query(
      `insert into passkey (credential_id, user_id, public_key, counter, backed_up, rp_id, name)
        values ($1, $2, '', 0, false, 'localhost', 'Phone')`,
      [id, userId],
    )
    return id
  }

  async function photoOf(parent: Parent): Promise<string> {
    const key = newKey()
    await t.database.pool.query(
      `insert into file (upload_key, user_id, content_type, photo_key, claimed_at) values ($1, $2, 'image/png', $3, now())`,
      [newKey(), parent.userId, key],
    )
    await t.database.pool.query('update child set photo = $1 where id = $2', [key, parent.children[0]])
    return key
  }

  test('every registered endpoint has one line, and every line an endpoint', { tags: ['API-001'] }, () => {
    const registered = t.app.endpoints.map(({ name }) => name).sort()
    expect(lines.map(({ endpoint }) => endpoint.name).sort()).toEqual(registered)
    expect(new Set(registered).size).toBe(registered.length)
  })

  const adminWrites = adminLines.filter(({ endpoint }) => endpoint.method !== 'GET')
  test.each(adminWrites.map((line) => [line.endpoint.name, line] as const))(
    '%s leaves one entry in the audit log, and none where it is refused',
    { tags: ['API-047', 'API-151'] },
    async (name, { endpoint, request, expect: expected }) => {
      const world = await freshWorld()
      const ids = await idsOf(world, endpoint)
      const input = request?.(ids, world, world.admin) as never
      const reply = await t.call(endpoint, input, { as: world.admin })
      expect(reply.status).toBe(expected.admin)
      const { rows } = await t.database.pool.query('select actor_id, action from audit_log')
      const entry = { actor_id: world.admin.userId, action: name }
      expect(rows).toEqual(reply.status === 200 ? [entry] : [])
    },
  )

  for (const line of lines) {
    test(`${line.endpoint.name} answers every actor as it should and a refusal changes no row`, {
      tags: ['API-045'],
    }, async () => {
      const world = await freshWorld()
      const ids = await idsOf(world, line.endpoint)
      const rows = await fingerprint(t.database)
      // What changes nothing leaves the same world to the next actor; what was changed is put back.
      const putBack = await keepRows('before')
      for (const actor of actors) {
        // Elsewhere they are like anybody there.
        if (actor === 'adminWithoutStep' && line.endpoint.guard !== 'admin') continue
        const as = actor === 'anonymous' ? null : world[actor]
        const input = line.request?.(ids, world, as ?? world.owner)
        const place = actor === 'adminWithoutStep' ? strict : t
        const reply = await place.call(line.endpoint, input as never, { as })
        const expected = guardAnswer(line.endpoint, actor) ?? answerOf(line, actor)
        expect(`${actor} ${reply.status} ${reply.status === expected ? '' : reply.text}`.trim()).toBe(
          `${actor} ${expected}`,
        )
        const after = await fingerprint(t.database)
        if (reply.status >= 300) expect(after).toBe(rows)
        else if (after !== rows) await putBack()
      }
    })

    const { missing, request } = line
    if (missing && request) {
      test(`${line.endpoint.name} answers a missing row and a foreign one with the same bytes`, {
        tags: ['API-045'],
      }, async () => {
        const world = await freshWorld()
        const real = await idsOf(world, line.endpoint)
        const none = {
          playdate: newId(),
          series: newId(),
          room: newId(),
          connection: newId(),
          invite: newKey(),
          group: newId(),
          pod: newId(),
          membership: newId(),
          caregiver: newId(),
          child: newId(),
          ownChild: newId(),
          session: newId(),
          passkey: newKey(),
          photo: newKey(),
          event: newId(),
          user: newId(),
          report: newId(),
          complaint: newId(),
          guardianInvite: newId(),
          away: newId(),
          ask: newId(),
        }
        const before = await fingerprint(t.database)
        const asker = line.endpoint.guard === 'admin' ? world.admin : world.owner
        const absent = await t.call(line.endpoint, request(none, world, asker) as never, { as: asker })
        expect(absent.status).toBe(missing)
        const blind = actors.filter(
          (actor) =>
            actor !== 'adminWithoutStep' &&
            (guardAnswer(line.endpoint, actor) ?? answerOf(line, actor)) === missing,
        )
        expect(blind).not.toEqual([])
        for (const actor of blind) {
          const as = actor === 'anonymous' ? null : world[actor]
          const foreign = await t.call(line.endpoint, request(real, world, as ?? asker) as never, { as })
          expect(`${actor} ${shown(foreign)}`).toBe(`${actor} ${shown(absent)}`)
        }
        expect(await fingerprint(t.database)).toBe(before)
      })
    }
  }
})
