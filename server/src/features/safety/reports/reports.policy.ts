import type { ReportKind } from '@tagalong/contract/features/safety/reports.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { findGroup } from '#features/groups/groups.db.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import { findPlaydate } from '#features/playdates/playdates.db.ts'
import { isNameless } from '#features/visibility/erased-names.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { type Evidence, findMessages, findPhoto, findReportable } from './reports.db.ts'

/** Something of another caregiver's that the caller sees, with what they see of it. */
export interface Target {
  /** One of these three is set. */
  caregiverId: string | null
  /** An administrator without a profile. */
  userId: string | null
  groupId: string | null
  evidence: Evidence
  /** Which of several things with the same id: a photo of the child, or a change by the administrator. */
  part?: string
}

/** 404 for the caller's own things, and for those that they don't see. */
export async function reportable(
  ctx: CaregiverCtx,
  { body: { kind, target } }: { body: { kind: ReportKind; target: string } },
): Promise<Authorised<Target> | Refusal> {
  const found = await finders[kind](ctx, target)
  return found ? authorise(found) : notFound
}

type Finder = (ctx: CaregiverCtx, id: string) => Promise<Target | null>

const finders: Record<ReportKind, Finder> = {
  async person({ db, actor }, id) {
    const row = await findReportable(db, actor.caregiverId, id)
    return row ? about(row, {}) : null
  },
  async message({ db, actor }, id) {
    const rows = await findMessages(db, actor.caregiverId, id)
    const reported = rows.at(-1)
    if (!reported?.sender_id) return null
    const messages = rows.map(({ sender, text, created_at }) => ({
      sender: nameIn(sender),
      text,
      createdAt: created_at.toISOString(),
    }))
    return { ...about(reported.sender, { messages }), caregiverId: reported.sender_id }
  },
  async photo({ db, actor }, id) {
    const row = await findPhoto(db, actor.caregiverId, id)
    if (!row) return null
    const child = `${row.first_name} ${row.last_name_initial}`.trim()
    const shown = about(row.caregiver, { child, photo: row.photo })
    // With the name that the reporter knows, but about the guardian who chose the photo.
    return { ...shown, caregiverId: row.uploader ?? shown.caregiverId, part: row.photo }
  },
  // About one writer on the other side: the caregiver who gave a reason, else the one who proposed.
  async playdate({ db, actor }, id) {
    const row = await findPlaydate(db, actor.caregiverId, id)
    if (!row) return null
    const { cancelledBy, cancel_reason: reason, last_submitted_by: proposer } = row
    const proposal = [row.description, row.location1, row.location2, row.location3]
    const isTheirs = row.last_side !== row.side
    const isReason = reason && cancelledBy && isAcross(row, cancelledBy.id)
    const writer = isReason ? cancelledBy.id : proposer
    const words = [...(isTheirs && writer === proposer ? proposal : []), isReason ? reason : null]
    const written = words.filter((each) => each !== null)
    if (written.length === 0) return null
    const name = [row.owner, ...row.recipients, cancelledBy].find((each) => each?.id === writer)
    return { ...about(name ?? null, { words: written }), caregiverId: writer }
  },
  async group({ db, actor }, id) {
    const row = await findGroup(db, actor.caregiverId, id)
    if (!row) return null
    const words = [row.name, row.description].filter((each) => each !== '')
    return {
      caregiverId: null,
      userId: null,
      groupId: row.id,
      evidence: { ...nothing, name: row.name, words },
    }
  },
}

/** True if the caregiver, who is named there or cancelled it, is on the other side than the viewer. */
function isAcross({ side, recipients }: PlaydateRow, caregiverId: string): boolean {
  return recipients.some(({ id }) => id === caregiverId) === (side === 'owner')
}

const nothing: Omit<Evidence, 'name'> = { child: null, messages: [], words: [], photo: null }

function about(row: NameRow | null, evidence: Partial<Evidence>): Target {
  return {
    caregiverId: row?.id ?? null,
    userId: null,
    groupId: null,
    evidence: { ...nothing, name: nameIn(row), ...evidence },
  }
}

function nameIn(row: NameRow | null): string {
  return row && !isNameless(row) ? `${row.name} ${row.last_name}`.trim() : m.value_another_family()
}
