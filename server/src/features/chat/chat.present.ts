import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { MessageRow } from './chat.db.ts'

export function presentMessage(row: MessageRow): Message {
  return {
    _id: row.id,
    sender: row.sender && presentName(row.sender),
    message: row.is_removed
      ? { text: m.chat_removed(), phrase: null }
      : { text: row.text, phrase: row.phrase },
    createdAt: row.created_at.toISOString(),
  }
}

export function presentRoom({ id }: { id: string }): { _id: string } {
  return { _id: id }
}
