import { afternoon, childNote, playdateAfternoon } from './features/afternoon/afternoon.contract.ts'
import { auditEntry } from './features/audit-log/audit-log.admin.contract.ts'
import { newPassword, session, sessionUser, token } from './features/auth/auth.contract.ts'
import { passkey } from './features/auth/security.contract.ts'
import { assertion } from './features/auth/webauthn.ts'
import { subscription } from './features/billing/billing.contract.ts'
import { calendarFeed } from './features/calendar/calendar.contract.ts'
import { caregiverName, caregiverProfile } from './features/caregivers/caregivers.contract.ts'
import { message } from './features/chat/chat.contract.ts'
import { daysAway } from './features/children/away.contract.ts'
import { knownChild } from './features/children/children.admin.contract.ts'
import { child, childFields, fit, visibleChild } from './features/children/children.contract.ts'
import { connection } from './features/connections/connections.contract.ts'
import { introduction } from './features/connections/introductions.contract.ts'
import { wholeReport } from './features/crash-reports/crash-reports.admin.contract.ts'
import { fileKey } from './features/files/files.contract.ts'
import { wholeGroup } from './features/groups/groups.admin.contract.ts'
import {
  childPods,
  combinedChild,
  group,
  groupName,
  membership,
  pod,
} from './features/groups/groups.contract.ts'
import { knownPlace } from './features/guardians/guardians.admin.contract.ts'
import { place } from './features/guardians/guardians.contract.ts'
import { guardianInvite, ownInvite } from './features/guardians/invites.contract.ts'
import { notification } from './features/notifications/notifications.contract.ts'
import { noticeSettings } from './features/notifications/settings.contract.ts'
import { ask, askStep } from './features/playdates/asks.contract.ts'
import { caregiverOverview } from './features/playdates/overview.admin.contract.ts'
import {
  eventOutcome,
  playdate,
  playdateChild,
  proposedLocations,
  response,
} from './features/playdates/playdate.ts'
import { eventResponse, ownEventResponse } from './features/playdates/responses.contract.ts'
import { series } from './features/playdates/series.contract.ts'
import { suggestion } from './features/playdates/suggestions.contract.ts'
import { pushSubscription } from './features/push/push.contract.ts'
import { user } from './features/users/users.admin.contract.ts'
import { columnValues } from './http/lists.ts'
import { availability } from './values/availability.ts'
import { email } from './values/email.ts'
import { id } from './values/id.ts'
import { instant } from './values/instant.ts'
import { phoneNumber } from './values/phone.ts'
import { timeZone } from './values/time-zone-name.ts'
import { zipCode } from './values/zip-code.ts'

/** Names of schemas in the OpenAPI document. A schema without a name is written out wherever it is used. */
export const namedSchemas = {
  Afternoon: afternoon,
  ChildNote: childNote,
  PlaydateAfternoon: playdateAfternoon,
  CalendarFeed: calendarFeed,
  Ask: ask,
  AskStep: askStep,
  AuditEntry: auditEntry,
  Availability: availability,
  Caregiver: caregiverProfile,
  CaregiverName: caregiverName,
  CaregiverOverview: caregiverOverview,
  Child: child,
  ChildFields: childFields,
  ChildPods: childPods,
  ColumnValues: columnValues,
  CombinedChild: combinedChild,
  Connection: connection,
  CrashReport: wholeReport,
  DaysAway: daysAway,
  Email: email,
  EventAnswer: response,
  EventOutcome: eventOutcome,
  EventResponse: eventResponse,
  FileKey: fileKey,
  Fit: fit,
  Group: group,
  GroupName: groupName,
  GroupWithCode: wholeGroup,
  GrownUp: place,
  GuardianInvite: guardianInvite,
  Id: id,
  Instant: instant,
  Introduction: introduction,
  KnownChild: knownChild,
  KnownGrownUp: knownPlace,
  Membership: membership,
  Message: message,
  NewPassword: newPassword,
  NoticeSettings: noticeSettings,
  Notification: notification,
  OwnEventResponse: ownEventResponse,
  OwnGuardianInvite: ownInvite,
  Passkey: passkey,
  PasskeyAnswer: assertion,
  PhoneNumber: phoneNumber,
  Playdate: playdate,
  PlaydateChild: playdateChild,
  Pod: pod,
  ProposedLocations: proposedLocations,
  PushSubscription: pushSubscription,
  Series: series,
  Session: session,
  SessionUser: sessionUser,
  Subscription: subscription,
  Suggestion: suggestion,
  TimeZone: timeZone,
  Token: token,
  User: user,
  VisibleChild: visibleChild,
  ZipCode: zipCode,
}
