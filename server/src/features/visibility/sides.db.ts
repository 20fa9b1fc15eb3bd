import { type Expression, type RawBuilder, sql } from 'kysely'
import { wereOfOneChild } from './visibility.db.ts'

type Id = Expression<string | null> | string | null

/** An administrator; `caregiverId` is null if they have no profile. */
export interface Viewer<Value extends Id = Id> {
  userId: Value
  caregiverId: Value
}

/**
 * True if `other` is the viewer, another grown-up of a child of theirs now, soon or within the last 12 months,
 * connected with them, or if one of the two blocked the other. Whether their accounts are paused or closed doesn't
 * matter.
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

/** What a row of `report` or `decision` is about: the id of a caregiver, group or user; null once that is erased. */
export const subjectOf = (row: 'report' | 'decision') =>
  sql<
    string | null
  >`coalesce(${sql.ref(`${row}.subject_caregiver_id`)}, ${sql.ref(`${row}.subject_group_id`)},
    ${sql.ref(`${row}.subject_user_id`)})`

/** True if the viewer is whom the row is about, an admin of that group, or near to one of these. */
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
 * True if the administrator may read the report, over `report`. Those who made it, are reported, or are near to either
 * may not, nor those who were when it was made.
 */
export function mayReadReport(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(${subjectOf('report')} is not null and not ${isSideOfReport(viewer)})`
}

function isSideOfReport(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`((${isSideOf('report', viewer)}
    or ${wasNear(viewer)} or ${isNear(viewer.caregiverId, sql.ref('report.reporter_id'))}) is true)`
}

/** `mayReadReport` over `decision`: the sides of the reports that it closed count, too. */
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
 * True if the administrator is a side of what a column names: a report, a decision, or whom or what these are about.
 * Being a side of a report about it counts only if they may read no other report about the same.
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

/** True if the user was a side when the report was made, over `report`: ended connections leave no other trace. */
function wasNear({ userId }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`${userId}::uuid = any(report.near_ids)`
}
