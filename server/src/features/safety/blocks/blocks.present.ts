import type { Safety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { BlockRow } from './blocks.db.ts'

export function presentBlock(row: BlockRow): Safety['blocked'][number] {
  return {
    _id: row.blocked_id ?? row.id,
    name: row.name ?? m.value_another_family(),
    lastName: row.last_name ?? '',
    createdAt: row.created_at.toISOString(),
  }
}
