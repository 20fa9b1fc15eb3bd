import {
  listAuditLog,
  listAuditValues,
} from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { resetSecondStep } from '@tagalong/contract/features/auth/security.contract.ts'
import { broadcastNotification } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
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
  getChildAsAdmin,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import {
  changeCrashReport,
  getCrashReport,
  listCrashReports,
  listCrashReportValues,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
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
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { getCaregiverOverview } from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import {
  decideReports,
  getReports,
  listReports,
  lookAtReport,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import {
  deleteUser,
  getUser,
  listUsers,
  listUserValues,
  saveUser,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { type Ids, type Line, profile } from './line.ts'

const byAdmins = { admin: 200 }
const byNoSide = { admin: 200, sideAdmin: 404 }
const content = { title: 'Hello', url: '/connections' }

/** Lines for administrators, whatever the row; the guard answers everybody else. */
export const adminLines: Line[] = [
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
  // The owner's place; guardians.admin.test.ts covers the rest.
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
    // Only another address needs a fresh session.
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
  // numbers.admin.test.ts covers the rest.
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
  // The group has members.
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
