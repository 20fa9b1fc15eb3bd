import type { Database } from '#db/database.ts'
import type { Seal } from '#integrations/seal.ts'
import { listTotp } from './second-step.db.ts'
import { aboutTotp } from './second-step.service.ts'

/** How many authenticator apps are set up, and how many of them that key can't open. */
export async function countSealedApps(
  { kysely: db }: Database,
  seal: Seal | null,
): Promise<{ apps: number; lost: number }> {
  const rows = await listTotp(db)
  const lost = rows.filter(({ user_id: id, secret_sealed: sealed }) => !seal?.open(sealed, aboutTotp(id)))
  return { apps: rows.length, lost: lost.length }
}
