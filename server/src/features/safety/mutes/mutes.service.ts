import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { deleteMute, insertMute, type MuteTarget } from './mutes.db.ts'

export async function mute({ db, actor }: CaregiverCtx, target: Authorised<MuteTarget>): Promise<void> {
  await insertMute(db, { id: newId(), caregiverId: actor.caregiverId, target })
}

export async function unmute({ db }: CaregiverCtx, row: Authorised<{ id: string }>): Promise<Refusal | null> {
  return (await deleteMute(db, row.id)) ? null : notFound
}
