import type { Passkey } from '@tagalong/contract/features/auth/security.contract.ts'
import type { PasskeyRow } from './passkeys.db.ts'

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    _id: row.credential_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
