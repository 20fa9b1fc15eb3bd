import type { Screen, screen as screenLine } from '../screen.tsx'

/** The screens below /admin, each loaded when it is first opened. */
export const adminScreens = (screen: typeof screenLine): Screen[] => [
  screen(
    '',
    'Users',
    () => import('#features/users/admin/users-screen.tsx'),
    ({ UsersScreen }) => UsersScreen,
  ),
  screen(
    'user/new',
    'Manage User',
    () => import('#features/children/admin/manage-user-screen.tsx'),
    ({ ManageUserScreen }) => ManageUserScreen,
  ),
  screen(
    'user/:id',
    'Manage User',
    () => import('#features/children/admin/manage-user-screen.tsx'),
    ({ ManageUserScreen }) => ManageUserScreen,
  ),
  screen(
    'groups',
    'Groups',
    () => import('#features/groups/admin/groups-screen.tsx'),
    ({ GroupsScreen }) => GroupsScreen,
  ),
  screen(
    'groups/new',
    'Add Group',
    () => import('#features/groups/admin/manage-group-screen.tsx'),
    ({ ManageGroupScreen }) => ManageGroupScreen,
  ),
  screen(
    'groups/:id',
    'Group',
    () => import('#features/groups/admin/manage-group-screen.tsx'),
    ({ ManageGroupScreen }) => ManageGroupScreen,
  ),
  screen(
    'memberships',
    'Memberships',
    () => import('#features/groups/admin/memberships-screen.tsx'),
    ({ MembershipsScreen }) => MembershipsScreen,
  ),
  screen(
    'memberships/new',
    'Add Membership',
    () => import('#features/groups/admin/manage-membership-screen.tsx'),
    ({ ManageMembershipScreen }) => ManageMembershipScreen,
  ),
  screen(
    'memberships/:id',
    'Membership',
    () => import('#features/groups/admin/manage-membership-screen.tsx'),
    ({ ManageMembershipScreen }) => ManageMembershipScreen,
  ),
  screen(
    'caregivers',
    'Caregivers',
    () => import('#features/caregivers/admin/caregivers-screen.tsx'),
    ({ CaregiversScreen }) => CaregiversScreen,
  ),
  screen(
    'caregivers/new',
    'Add Caregiver',
    () => import('#features/caregivers/admin/manage-caregiver-screen.tsx'),
    ({ ManageCaregiverScreen }) => ManageCaregiverScreen,
  ),
  screen(
    'caregivers/:id',
    'Caregiver',
    () => import('#features/caregivers/admin/manage-caregiver-screen.tsx'),
    ({ ManageCaregiverScreen }) => ManageCaregiverScreen,
  ),
  screen(
    'profile/:id',
    'Caregiver Profile',
    () => import('#features/playdates/admin/caregiver-overview-screen.tsx'),
    ({ CaregiverOverviewScreen }) => CaregiverOverviewScreen,
  ),
  screen(
    'child/:id',
    'Grown-ups',
    () => import('#features/guardians/admin/child-screen.tsx'),
    ({ ChildScreen }) => ChildScreen,
  ),
  screen(
    'reports',
    'Reports',
    () => import('#features/safety/admin/reports-screen.tsx'),
    ({ ReportsScreen }) => ReportsScreen,
  ),
  screen(
    'reports/:subject',
    'Report',
    () => import('#features/safety/admin/report-screen.tsx'),
    ({ ReportScreen }) => ReportScreen,
  ),
  screen(
    'notifications',
    'Notifications',
    () => import('#features/broadcasts/admin/send-notification-screen.tsx'),
    ({ SendNotificationScreen }) => SendNotificationScreen,
  ),
  screen(
    'crash-reports',
    'Crash Reports',
    () => import('#features/crash-reports/admin/crash-reports-screen.tsx'),
    ({ CrashReportsScreen }) => CrashReportsScreen,
  ),
  screen(
    'crash-reports/:id',
    'Crash Report',
    () => import('#features/crash-reports/admin/crash-report-screen.tsx'),
    ({ CrashReportScreen }) => CrashReportScreen,
  ),
  screen(
    'audit-log',
    'Audit Log',
    () => import('#features/audit-log/admin/audit-log-screen.tsx'),
    ({ AuditLogScreen }) => AuditLogScreen,
  ),
]
