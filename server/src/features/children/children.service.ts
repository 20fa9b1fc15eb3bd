import { momentsOf } from '@tagalong/contract/features/children/away.rules.ts'
import type { ChildFields, Slot } from '@tagalong/contract/features/children/children.contract.ts'
import { type ChildHours, findSlots } from '@tagalong/contract/features/children/slots.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { takePhoto } from '#features/files/files.service.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx, Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import {
  type ChildHoursRow,
  type ChildRow,
  insertChildren,
  listGuardianIds,
  updateChild,
} from './children.db.ts'

/** Limited, because enough answers would reveal one child's hours. */
const questions = {
  name: 'availability-slots',
  points: 60,
  seconds: 3_600,
  text: m.prompt_slots_too_many_questions,
}
const questionsADay = { ...questions, name: 'availability-slots-a-day', points: 240, seconds: 86_400 }

/** Another guardian saved the child since it was read. */
const childChanged = new Refusal(409, m.prompt_guardian_version)

const newChildren = {
  name: 'new-children',
  points: 60,
  seconds: 3_600,
  text: refusalTexts.aLotAtOnce,
}

/** Runs before the transaction and before the photo is taken. */
export function refuseManyChildren({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(newChildren, actor.caregiverId)
}

/** Returns slots and how they fit. The answer must not contain any child's hours. */
export async function findAvailabilitySlots(
  ctx: CaregiverCtx,
  children: Authorised<ChildHoursRow[]>,
  { from, to }: { from: string; to: string },
): Promise<Slot[] | Refusal> {
  const refused = await refuseManyQuestions(ctx)
  if (refused) return refused
  const hours = children.map(hoursOf)
  return findSlots(hours, Date.parse(from), Date.parse(to), ctx.actor.timeZone).map(({ start, fit }) => ({
    start: new Date(start).toISOString(),
    fit,
  }))
}

/** Counts questions for slots and suggested times together. */
export async function refuseManyQuestions({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  const refused = await limits.use(questions, actor.caregiverId)
  return refused ?? limits.use(questionsADay, actor.caregiverId)
}

/** Converts a row for the rules of slots. */
export function hoursOf({ availability, time_zone, away }: ChildHoursRow): ChildHours {
  return {
    availability,
    timeZone: time_zone,
    away: away.map((days) => momentsOf(days, days.time_zone)),
  }
}

export async function createChild(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  fields: ChildFields,
): Promise<ChildRow | Refusal> {
  const created = await createChildren(ctx, actor.caregiverId, [fields], () => 'photo')
  if (created instanceof Refusal) return created
  const [row] = created
  if (!row) throw new Error('a child just written is not there')
  return row
}

/** @param photoField the name of the n-th child's photo in the request */
export async function createChildren(
  ctx: Ctx,
  caregiverId: string,
  children: readonly ChildFields[],
  photoField: (index: number) => string,
): Promise<ChildRow[] | Refusal> {
  const withPhotos: (ChildFields & { id: string })[] = []
  for (const [index, fields] of children.entries()) {
    const taken = await takePhoto(ctx, { field: photoField(index), key: fields.photo, held: null })
    if (taken instanceof Refusal) return taken
    withPhotos.push({ ...fields, ...taken, id: newId() })
  }
  return withPhotos.length > 0 ? insertChildren(ctx.db, caregiverId, withPhotos) : []
}

export async function saveChild(
  ctx: CaregiverCtx,
  child: Authorised<ChildRow>,
  { version, ...fields }: ChildFields & { version?: number | undefined },
): Promise<ChildRow | Refusal> {
  if (version !== undefined && version !== child.version) return childChanged
  const taken = await takePhoto(ctx, { field: 'photo', key: fields.photo, held: child.photo })
  if (taken instanceof Refusal) return taken
  const { caregiverId } = ctx.actor
  const row = await updateChild(ctx.db, { id: child.id, caregiverId }, { ...fields, ...taken })
  if (row.version !== child.version) await notifyOtherGuardians(ctx, child.id)
  return row
}

async function notifyOtherGuardians(ctx: CaregiverCtx, childId: string): Promise<void> {
  const about = ctx.actor.caregiverId
  const others = (await listGuardianIds(ctx.db, childId)).filter((id) => id !== about)
  const url = `/edit-child/${childId}`
  await notifyCaregivers(ctx, others, { message: 'child.changed', params: {}, url, about })
}
