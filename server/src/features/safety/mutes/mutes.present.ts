import type { Safety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { MuteRow } from './mutes.db.ts'

export function presentMute({ muted, room, created_at }: MuteRow): Safety['muted'][number] {
  const createdAt = created_at.toISOString()
  if (muted) return { kind: 'caregiver', _id: muted.id, caregiver: presentName(muted), createdAt }
  if (!room) throw new Error('a mute of nobody and nothing')
  return {
    kind: 'room',
    _id: room.id,
    playdate: room.playdate_id,
    type: room.type,
    time: room.time && new Date(room.time).toISOString(),
    caregivers: room.caregivers.map(presentName),
    createdAt,
  }
}
