import { type Caller, callAs } from './calls.ts'
import { connect } from './events.ts'
import { expect } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'

/** A screen's path, and the heading that shows it has loaded. */
export type Screen = readonly [path: string, heading: string | RegExp]

/** Placeholders for loading content. A skeleton is there at once, its cards only after a moment. */
export const waiting = '.skeletons, .skeleton, [class*="waiting"], [aria-busy="true"]:not([inert] *)'

export const publicScreens: readonly Screen[] = [
  ['/login', 'TAGALONG'],
  ['/second-step', 'One more step'],
  ['/register', /./],
  ['/terms', /./],
  ['/privacy', /./],
  ['/forbidden', "You can't access that"],
  ['/no/such/page', 'Page Not Found'],
]

export const familyScreens: readonly Screen[] = [
  ['/', 'I WANT TO'],
  ['/profile', 'My Profile'],
  ['/edit-profile', 'Manage Your Profile'],
  ['/your-data', 'Your data'],
  ['/confirm-number', 'Confirm your number'],
  ['/security', 'Security'],
  ['/edit-child/new', 'Add a child'],
  ['/connections', 'Connections'],
  ['/connections?t=groups', 'Connections'],
  ['/edit-connection/new', /Friend/],
  ['/notifications', 'Notifications'],
  ['/notification-settings', 'What and When'],
  ['/account-notice', 'All is well with your account'],
]

/** Screens of a request that waits for the viewer. */
export const playdateScreens = (request: string): readonly Screen[] => [
  ['/view-playdates', 'Playdates'],
  [`/view-playdate-request/${request}`, 'Can you play?'],
  [`/edit-playdate/${request}`, /./],
  [`/view-playdate-information/${request}`, /./],
  ['/edit-playdate/new', /./],
]

/** Screens of the first date of a series that waits for the viewer, and of that series. */
export const seriesScreens = (repeated: string, series: string): readonly Screen[] => [
  [`/view-playdate-request/${repeated}`, 'Can you play?'],
  [`/series/${series}`, /^Every /],
]

/** Makes one of each kind of thing, with long names, and returns administrators' screens for them. */
export async function adminScreens(admin: Caller, reporter: Caller, reported: Caller): Promise<Screen[]> {
  const name = `Grundschule Sankt-Maximilian-Kolbe-Straße, Klasse 2b, ${admin.phone}`
  const group = await makeGroup(name, ['Nachmittagsbetreuung-Gartenhaus'])
  await makeMember(group, admin, { isGroupAdmin: true })
  const error = {
    name: 'TypeError',
    message: `nothing is there: ${'x'.repeat(90)}`,
    stack: 'at Card (card.tsx:3)',
  }
  const crash = { componentName: 'Playdates', error, userDescription: 'I opened the list' }
  expect((await callAs(admin, 'POST', '/api/app/submit-crash-report', crash)).status).toBe(201)
  const idOf = async (list: string, search: string): Promise<string> => {
    const { body } = await callAs(admin, 'GET', `/api/admin/${list}?search=${encodeURIComponent(search)}`)
    return body.data[0]._id
  }
  await connect(reporter, reported)
  const subject = await idOf('caregiver-profile', reported.phone.replaceAll(/\D/g, ''))
  const words = 'Donaudampfschifffahrt '.repeat(40)
  const said = { kind: 'person', target: subject, reason: 'danger', words }
  expect((await callAs(reporter, 'POST', '/api/app/report', said)).status).toBe(201)
  const caregiver = await idOf('caregiver-profile', admin.phone.replaceAll(/\D/g, ''))
  return [
    ['/admin', 'Users'],
    ['/admin/user/new', 'Manage User'],
    [`/admin/user/${await idOf('user', admin.email)}`, 'Manage User'],
    ['/admin/groups', 'Groups'],
    ['/admin/groups/new', 'Add Group'],
    [`/admin/groups/${group.id}`, group.name],
    ['/admin/memberships', 'Memberships'],
    ['/admin/memberships/new', 'Add Membership'],
    [`/admin/memberships/${await idOf('group-membership', group.name)}`, 'Edit Membership'],
    ['/admin/caregivers', 'Caregivers'],
    ['/admin/caregivers/new', 'Add Caregiver'],
    [`/admin/caregivers/${caregiver}`, 'Edit Caregiver'],
    [`/admin/profile/${caregiver}`, new RegExp(`^${admin.name.split('-')[0]}`)],
    ['/admin/reports', 'Reports'],
    [`/admin/reports/${subject}`, new RegExp(`^Report about ${reported.name.split('-')[0]}`)],
    ['/admin/notifications', 'Notifications'],
    ['/admin/crash-reports', 'Crash Reports'],
    [`/admin/crash-reports/${await idOf('crash-report', admin.email)}`, 'Crash Report'],
    ['/admin/audit-log', 'Audit Log'],
    ['/admin/no/such/page', 'Page Not Found'],
  ]
}
