import type { Database } from '#db/database.ts'
import type { Seal } from '#integrations/seal.ts'
import { listTotp } from './second-step.db.ts'
import { aboutTotp } from './second-step.service.ts'

/** Counts the authenticator apps that are set up, and those that the key can't open. */
export async function countSealedApps(
  { kysely: db }: Database,
  seal: Seal | null,
): Promise<{ apps: number; lost: number }> {
  const rows = await listTotp(db)
  const lost = rows.filter(({ user_id: id, secret_sealed: sealed }) => !seal?.open(sealed, aboutTotp(id)))
  return { apps: rows.length, lost: lost.length }
}
