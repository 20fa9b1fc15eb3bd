import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayRead } from '#features/visibility/chat.db.ts'
import { type NameRow, nameForIfAny, nameOf } from '#features/visibility/names.db.ts'
import { mayReadReport } from '#features/visibility/sides.db.ts'
import {
  areConnected,
  guardiansOf,
  isGrownUpBeside,
  isGuardian,
  seesChild,
  seesName,
} from '#features/visibility/visibility.db.ts'

/** What the reporter sees of what they report, as it is kept. */
export interface Evidence {
  /** The account's or group's. */
  name: string
  /** The child in the photo. */
  child: string | null
  /** Oldest first; the last one is the reported one. */
  messages: { sender: string; text: string; createdAt: string }[]
  /** The words of a playdate or group. */
  words: string[]
  /** The key of the photo at that time. */
  photo: string | null
}

export interface ReportedMessageRow {
  text: string
  created_at: Date
  sender_id: string | null
  sender: NameRow | null
}

/** How many messages before the reported one are copied with it. */
const messagesBefore = 10

/**
 * A message of another caregiver in a room that the viewer may read, with those before it, oldest first. Empty if the
 * viewer doesn't see it, or it was removed.
 */
export async function findMessages(db: Db, viewer: string, id: string): Promise<ReportedMessageRow[]> {
  const rows = await db
    .selectFrom('message as reported')
    .innerJoin('chat_room', 'chat_room.id', 'reported.room_id')
    .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
    .innerJoin('message', (join) =>
      join
        .onRef('message.room_id', '=', 'reported.room_id')
        .on(sql<boolean>`(message.seq, message.id) <= (reported.seq, reported.id)`),
    )
    .leftJoin('caregiver', 'caregiver.id', 'message.sender_id')
    .where('reported.id', '=', id)
    .where('reported.sender_id', '<>', viewer)
    .where('reported.removed_at', 'is', null)
    .where('mine.caregiver_id', '=', viewer)
    .where(mayRead(viewer))
    .select([
      'message.text',
      'message.created_at',
      'message.sender_id',
      nameForIfAny(viewer, 'caregiver').as('sender'),
    ])
    .orderBy('message.seq', 'desc')
    .orderBy('message.id', 'desc')
    .limit(messagesBefore + 1)
    .execute()
  return rows.toReversed()
}

export interface ReportedChildRow {
  first_name: string
  last_name_initial: string
  photo: string
  caregiver: NameRow
  /** The guardian who uploaded it; null if they are no longer one. */
  uploader: string | null
}

/** A child of others whose photo the viewer sees, with a guardian whose name they see, a connection before others. */
export function findPhoto(db: Db, viewer: string, childId: string): Promise<ReportedChildRow | undefined> {
  return db
    .selectFrom('child')
    .innerJoin('caregiver', (join) =>
      join.on((eb) =>
        eb.and([
          sql<boolean>`caregiver.id in ${guardiansOf(eb.ref('child.id'))}`,
          seesName(viewer, eb.ref('caregiver.id')),
        ]),
      ),
    )
    .where('child.id', '=', childId)
    .where('child.deleted_at', 'is', null)
    .where('child.photo', 'is not', null)
    .where(({ not, ref }) => not(isGuardian(viewer, ref('child.id'))))
    .where((eb) => seesChild(viewer, eb.ref('child.id')))
    .select([
      'child.first_name',
      'child.last_name_initial',
      sql<string>`child.photo`.as('photo'),
      nameOf('caregiver').as('caregiver'),
      sql<string | null>`(
        select uploader.id from file join caregiver uploader on uploader.user_id = file.user_id
        where file.photo_key = child.photo and uploader.id in ${guardiansOf(sql.ref('child.id'))})`.as(
        'uploader',
      ),
    ])
    .orderBy((eb) => areConnected(viewer, eb.ref('caregiver.id')), 'desc')
    .orderBy('caregiver.id')
    .limit(1)
    .executeTakeFirst()
}

export interface NewReport {
  id: string
  /** One of these three is set. */
  caregiverId: string | null
  userId: string | null
  groupId: string | null
  reporterId: string
  kind: ReportKind
  targetId: string
  reason: ReportReason
  words: string
  evidence: Evidence
  photoKey: string | null
  /** When administrators are notified of it. */
  now: Date
}

/** The reporter's open report about that thing, with the caregiver it is about. */
export function findOpenReport(
  db: Db,
  { reporterId, kind, targetId }: Pick<NewReport, 'reporterId' | 'kind' | 'targetId'>,
): Promise<{ caregiver_id: string | null } | undefined> {
  return db
    .selectFrom('report')
    .select('subject_caregiver_id as caregiver_id')
    .where('reporter_id', '=', reporterId)
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Inserts the report. While the reporter's first report about the thing is open, adds to that one instead: the words,
 * those that the reporter has seen since, and that a child is in danger, which counts from then on. `isNews` is true if
 * administrators have to be notified.
 */
export function insertReport(
  db: Db,
  row: NewReport,
): Promise<{ id: string; reason: ReportReason; isNews: boolean }> {
  return db
    .insertInto('report')
    .values({
      id: row.id,
      subject_caregiver_id: row.caregiverId,
      subject_group_id: row.groupId,
      subject_user_id: row.userId,
      reporter_id: row.reporterId,
      kind: row.kind,
      target_id: row.targetId,
      reason: row.reason,
      words: row.words,
      evidence: JSON.stringify(row.evidence),
      photo_key: row.photoKey,
      told_at: row.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['reporter_id', 'kind', 'target_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({
          evidence: sql<string>`jsonb_set(report.evidence, '{words}', report.evidence -> 'words' || (
            select coalesce(jsonb_agg(seen), '[]') from jsonb_array_elements(excluded.evidence -> 'words') seen
            where not report.evidence -> 'words' @> seen))`,
          words: sql<string>`left(concat_ws(chr(10), nullif(report.words, ''), nullif(excluded.words, '')), 10000)`,
          reason: sql<string>`case when ${isRaised} then excluded.reason else report.reason end`,
          opened_at: sql<Date | null>`case when not ${isRaised} then report.opened_at end`,
          told_at: sql<Date>`case when ${isRaised} then excluded.told_at else report.told_at end`,
          version: sql<number>`report.version + 1`,
        }),
    )
    .returning([
      'id',
      sql<ReportReason>`reason`.as('reason'),
      sql<boolean>`told_at = ${row.now}`.as('isNews'),
    ])
    .executeTakeFirstOrThrow()
}

/** Administrators who are a side of the report now stay one, whatever they do before they read it. */
export async function keepNear(db: Db, id: string): Promise<void> {
  const own = { userId: sql<string | null>`app_user.id`, caregiverId: sql<string | null>`caregiver.id` }
  const near = sql<string[]>`array(
    select app_user.id from app_user left join caregiver on caregiver.user_id = app_user.id
    where app_user.is_admin and not ${mayReadReport(own)})`
  await db.updateTable('report').set({ near_ids: near }).where('id', '=', id).execute()
}

const isRaised = sql<boolean>`(excluded.reason = 'danger' and report.reason <> 'danger')`

export interface OwnReportRow {
  id: string
  about: string
  reason: ReportReason
  words: string
  created_at: Date
  closed_at: Date | null
  /** Whether there was a decision other than 'none', or something was removed. */
  was_acted_on: boolean
}

/** The caregiver's own, newest first. */
export function listOwnReports(db: Db, reporterId: string): Promise<OwnReportRow[]> {
  return db
    .selectFrom('report')
    .leftJoin('decision', 'decision.id', 'report.decision_id')
    .where('report.reporter_id', '=', reporterId)
    .select([
      'report.id',
      sql<string>`report.evidence ->> 'name'`.as('about'),
      'report.reason',
      'report.words',
      'report.created_at',
      'report.closed_at',
      sql<boolean>`(decision.kind <> 'none' or report.removed_at is not null) is true`.as('was_acted_on'),
    ])
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .$castTo<OwnReportRow>()
    .execute()
}

/** Number of open reports, by reason. */
export async function countOpenReports(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('report')
    .where('closed_at', 'is', null)
    .select(['reason', sql<number>`count(*)::int`.as('count')])
    .groupBy('reason')
    .execute()
  return new Map(rows.map(({ reason, count }) => [reason, count]))
}

/** Finds a caregiver whose name the viewer sees, or another grown-up of a child of theirs. */
export function findReportable(db: Db, viewer: string, id: string): Promise<NameRow | undefined> {
  return db
    .selectFrom('caregiver')
    .select(['id', 'name', 'last_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ or }) => or([seesName(viewer, id), isGrownUpBeside(viewer, id)]))
    .executeTakeFirst()
}
