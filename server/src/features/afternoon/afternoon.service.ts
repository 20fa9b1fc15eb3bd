import { afternoonTexts } from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { afternoonEnd } from '@tagalong/contract/features/afternoon/afternoon.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { listGuardianIds } from '#features/children/children.db.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import {
  deleteNotes,
  findChoice,
  findNumber,
  listNotes,
  listShownNotes,
  nextVersion,
  type OfPlaydate,
  type Own,
  updateChoice,
  upsertNote,
} from './afternoon.db.ts'
import { openNote, sealNote } from './notes.ts'

const notSetUp = new Refusal(409, afternoonTexts.notSetUp)
const changed = new Refusal(409, afternoonTexts.changed)
/** Each change of a line notifies the other guardians. */
const changes = { name: 'afternoon', points: 60, seconds: 3_600, text: refusalTexts.aLotAtOnce }

/** Reads what is shown at this moment: nothing that was shown before is kept. */
export async function getPlaydateAfternoon(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
): Promise<OfPlaydate> {
  const { id: playdateId, side, status, accepted_time, duration_minutes } = row
  if (status !== 'accepted' || !accepted_time) return { number: undefined, notes: [], until: null }
  const until = afternoonEnd(accepted_time, duration_minutes)
  if (until.getTime() <= ctx.clock.now()) return { number: undefined, notes: [], until }
  const to = { playdateId, side, viewer: ctx.actor.caregiverId }
  const number = await findNumber(ctx.db, to)
  // Named as in the playdate: once it is over, by the name that they had then.
  const children = side === 'owner' ? row.recipientChildren : row.ownerChildren
  const notes = (await listShownNotes(ctx.db, to)).flatMap((note) => {
    const [child, text] = [children.find(({ id }) => id === note.id), openNote(ctx, note)]
    return child && text !== null ? [{ child, text }] : []
  })
  return { number, notes, until }
}

export async function getAfternoon(
  ctx: CaregiverCtx,
  { caregiverId }: Pick<CaregiverActor, 'caregiverId'>,
): Promise<Own> {
  const choice = await findChoice(ctx.db, caregiverId)
  const isSetUp = ctx.seal !== null
  const rows = isSetUp ? await listNotes(ctx.db, caregiverId) : []
  const notes = rows.map(({ sealed, ...row }) => ({
    ...row,
    text: sealed ? openNote(ctx, { ...row, sealed }) : '',
  }))
  return { ...choice, isSetUp, notes }
}

export function refuseManyChanges({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(changes, actor.caregiverId)
}

interface Fields {
  showsNumber?: boolean | undefined
  notes?: readonly { child: string; text: string; isShown: boolean; version: number }[] | undefined
}

export async function saveAfternoon(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  { showsNumber, notes = [] }: Fields,
): Promise<Own | Refusal> {
  if (notes.length > 0) {
    const refused = await saveNotes(ctx, notes)
    if (refused) return refused
  }
  await updateChoice(ctx.db, actor.caregiverId, showsNumber)
  return getAfternoon(ctx, actor)
}

async function saveNotes(ctx: CaregiverCtx, notes: NonNullable<Fields['notes']>): Promise<Refusal | null> {
  const { db, seal, actor } = ctx
  if (!seal) return notSetUp
  const before = new Map((await listNotes(db, actor.caregiverId)).map((row) => [row.id, row]))
  for (const { child: childId, text, isShown, version: seen } of notes) {
    const row = before.get(childId)
    if (row?.version !== seen) return changed
    before.delete(childId)
    const isSame =
      row.is_shown === isShown &&
      row.sealed !== null &&
      openNote(ctx, { ...row, sealed: row.sealed }) === text
    if (isSame || (text === '' && !row.sealed)) continue
    if (text === '') await deleteNotes(db, [childId])
    else {
      const version = await nextVersion(db)
      await upsertNote(db, { childId, sealed: sealNote(seal, { text, childId, version }), version, isShown })
    }
    await notifyOtherGuardians(ctx, childId)
  }
  return null
}

/** Says that it changed, but not to what. */
async function notifyOtherGuardians(ctx: CaregiverCtx, childId: string): Promise<void> {
  const about = ctx.actor.caregiverId
  const others = (await listGuardianIds(ctx.db, childId)).filter((id) => id !== about)
  await notifyCaregivers(ctx, others, { message: 'child.changed', params: {}, url: '/profile', about })
}
