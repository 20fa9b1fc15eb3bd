import { type Expression, type RawBuilder, sql } from 'kysely'
import { wereOfOneChild } from './visibility.db.ts'

type Id = Expression<string | null> | string | null

/** An administrator; the profile is null where they have none. */
export interface Viewer<Value extends Id = Id> {
  userId: Value
  caregiverId: Value
}

/**
 * True where that is the viewer, another grown-up of a child of theirs, now or within 12 months, or somebody whom the
 * viewer is connected with or apart from by a block, whatever their accounts are by now.
 */
function isNear(viewer: Id, other: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${other} = ${viewer}::uuid or ${wereOfOneChild(viewer, other)} or exists (
    select from connection
    where connection.status = 'accepted'
      and (connection.inviter_id = ${viewer}::uuid and connection.invitee_id = ${other}
        or connection.invitee_id = ${viewer}::uuid and connection.inviter_id = ${other}))
    or exists (
      select from block
      where blocker_id = ${viewer}::uuid and blocked_id = ${other}
        or blocked_id = ${viewer}::uuid and blocker_id = ${other}))`
}

/** Of rows of `report` or `decision`: whom or what they are about; null once it is erased. */
export const subjectOf = (row: 'report' | 'decision') =>
  sql<
    string | null
  >`coalesce(${sql.ref(`${row}.subject_caregiver_id`)}, ${sql.ref(`${row}.subject_group_id`)},
    ${sql.ref(`${row}.subject_user_id`)})`

/** The viewer is whom they are about, an admin of that group, or near to one. */
function isSideOf(
  row: 'report' | 'decision' | 'entry',
  { userId, caregiverId: viewer }: Viewer,
): RawBuilder<boolean> {
  const [caregiver, group, user] = [
    sql.ref<string>(`${row}.subject_caregiver_id`),
    sql.ref(`${row}.subject_group_id`),
    sql.ref(`${row}.subject_user_id`),
  ]
  return sql<boolean>`(${user} = ${userId}::uuid or ${isNear(viewer, caregiver)} or exists (
    select from group_membership
    where group_membership.group_id = ${group} and group_membership.status = 'approved'
      and group_membership.is_group_admin and ${isNear(viewer, sql.ref('group_membership.caregiver_id'))}))`
}

/**
 * Over `report`: true where that administrator may read it. Whoever reported, is reported, or is near to either may not,
 * nor who was when it was made.
 */
export function mayReadReport(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(${subjectOf('report')} is not null and not ${isSideOfReport(viewer)})`
}

function isSideOfReport(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`((${isSideOf('report', viewer)}
    or ${wasNear(viewer)} or ${isNear(viewer.caregiverId, sql.ref('report.reporter_id'))}) is true)`
}

/** The same over `decision`, whose sides are those of the reports that it closed, too. */
export function mayReadDecision(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(${subjectOf('decision')} is not null and not ${isSideOfDecision(viewer)})`
}

function isSideOfDecision(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(${isSideOf('decision', viewer)} is true
    or exists (
      select from report
      where report.decision_id = decision.id
        and (${wasNear(viewer)} or ${isNear(viewer.caregiverId, sql.ref('report.reporter_id'))})))`
}

/**
 * Over a column that names a report, a decision, or whom or what these are about: true where that administrator is a side
 * of it, unless they may read another report about the same.
 */
export function isOfOwnSide(viewer: Viewer, subject: RawBuilder<string>): RawBuilder<boolean> {
  const isIt = sql`${subject} in (report.id,
    report.subject_caregiver_id, report.subject_group_id, report.subject_user_id)`
  return sql<boolean>`(
    exists (
      select from (select ${subject} as subject_caregiver_id, ${subject} as subject_group_id,
        ${subject} as subject_user_id) entry where ${isSideOf('entry', viewer)})
    or exists (select from decision where decision.id = ${subject} and ${isSideOfDecision(viewer)})
    or exists (select from report where ${isIt} and ${isSideOfReport(viewer)})
      and not exists (select from report where ${isIt} and ${mayReadReport(viewer)}))`
}

/** Over `report`: a connection that is gone leaves no trace elsewhere. */
function wasNear({ userId }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`${userId}::uuid = any(report.near_ids)`
}
