import { notify } from '#db/listen.ts'
import { lockGroups } from '#db/locks.ts'
import { erasePhotos } from '#features/files/files.service.ts'
import type { Ctx } from '#http/context.ts'
import type { ReportRow } from './inbox.admin.db.ts'
import {
  listPlaydatesOf,
  listSides,
  markRemoved,
  removeGroupWords,
  removeMessages,
  removeOrderPlaces,
  removePhoto,
  removePlaydateWords,
} from './removals.admin.db.ts'

/** The reports whose things are removed, and the playdates that have to be locked for it. */
export interface Removal {
  reports: readonly ReportRow[]
  playdates: string[]
}

const targetsOf = (reports: readonly ReportRow[], kind: ReportRow['kind']) =>
  reports.filter((each) => each.kind === kind).map(({ target_id }) => target_id)

export async function prepareRemoval({ db }: Ctx, reports: readonly ReportRow[]): Promise<Removal> {
  const messages = targetsOf(reports, 'message')
  const playdates = targetsOf(reports, 'playdate')
  return { reports, playdates: await listPlaydatesOf(db, { messages, playdates }) }
}

/** Orders come before children in the lock order: a step of an order locks it until its request is there. */
export async function removeReportedPlaces({ db }: Ctx, { reports }: Removal): Promise<void> {
  for (const each of reports.filter(({ kind }) => kind === 'playdate')) {
    const { target_id, evidence } = each
    if (await removeOrderPlaces(db, each))
      await markRemoved(db, 'playdate', { ids: [target_id], words: evidence.words })
  }
}

/** Children come before playdates in the lock order. */
export async function removeReportedPhotos(ctx: Ctx, { reports }: Removal): Promise<void> {
  for (const { kind, target_id, evidence } of reports) {
    if (kind !== 'photo' || !evidence.photo || !(await removePhoto(ctx.db, evidence.photo))) continue
    await erasePhotos(ctx, [evidence.photo])
    await markRemoved(ctx.db, kind, { ids: [target_id] })
  }
}

/** Removes the words for good; the evidence keeps its copy. The playdates are locked already. */
export async function removeReportedWords({ db }: Ctx, { reports, playdates }: Removal): Promise<void> {
  await markRemoved(db, 'message', { ids: await removeMessages(db, targetsOf(reports, 'message')) })
  for (const each of reports.filter(({ kind }) => kind === 'playdate')) {
    const { words } = each.evidence
    await markRemoved(db, 'playdate', { ids: await removePlaydateWords(db, each), words })
  }
  await lockGroups(db, targetsOf(reports, 'group'))
  for (const each of reports.filter(({ kind }) => kind === 'group')) {
    if (await removeGroupWords(db, each)) await markRemoved(db, 'group', { ids: [each.target_id] })
  }
  for (const [playdate, caregivers] of await listSides(db, playdates)) {
    await notify(db, { kind: 'frame', to: caregivers, frame: { chatroom: playdate } })
    await notify(db, { kind: 'frame', to: caregivers, frame: { playdate } })
  }
}
