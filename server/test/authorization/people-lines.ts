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
  createDaysAway,
  deleteDaysAway,
  listDaysAway,
} from '@tagalong/contract/features/children/away.contract.ts'
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
import { signUpload, signView } from '@tagalong/contract/features/files/files.contract.ts'
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
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import {
  blockCaregiver,
  getBlock,
  unblockCaregiver,
} from '@tagalong/contract/features/safety/blocks.contract.ts'
import { getPlaceChange, reportPlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import { mute, unmute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { appeal, getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import { inHours } from '#test/full-hours.ts'
import { aPhoneNumber, type Parent, type Person } from '#test/world.ts'
import { type Ids, type Line, profile } from './line.ts'

const inPod = (actor: Person, subGroup: string) =>
  'children' in actor ? (actor as Parent).children.map((child) => ({ child, subGroup })) : []
/** For them, the owner's links don't exist. */
const apartFromOwner = { blocker: 404, blocked: 404 }

/** Lines of profiles, children, friends, groups, grown-ups and safety. */
export const peopleLines: Line[] = [
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
    // A caregiver who sees the child but asks about none of their own is refused.
    expect: { all: 404, owner: 400, recipient: 200 },
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
  // The other guardian reads them, but can't remove them.
  {
    endpoint: deleteDaysAway,
    request: (ids) => ({ params: { id: ids.away } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  // No administrator changed the owner's place; changes.test.ts covers the rest.
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
  // Neither guardian is leaving.
  {
    endpoint: stayWithChild,
    request: (ids) => ({ params: { id: ids.ownChild } }),
    expect: { all: 404, owner: 409, guardian: 409 },
    missing: 404,
  },
  // This is the owner's own place, not a helper's.
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
      // They are connected already.
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
  // Nobody here has one; introductions.test.ts covers the rest.
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
  { endpoint: getSafety, expect: { all: 200 } },
  { endpoint: getStanding, expect: { all: 200 } },
  // Nothing was decided about anybody here; decide.test.ts covers the rest.
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
    // Blocking again is answered the same.
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
