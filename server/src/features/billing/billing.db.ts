import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import type { Db } from '#db/database.ts'

/** What the provider said of a subscription when it was last read. */
export interface SubscriptionRow {
  status: SubscriptionStatus | null
  benefits_end_at: Date | null
}

/** What the provider in use says of the user; undefined where it doesn't know them. */
export function findSubscription(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  return current(db).where('user_id', '=', userId).executeTakeFirst()
}

export function findSubscriptionOfCaregiver(
  db: Db,
  caregiverId: string,
): Promise<SubscriptionRow | undefined> {
  return current(db)
    .where('user_id', '=', (eb) =>
      eb.selectFrom('caregiver').select('caregiver.user_id').where('caregiver.id', '=', caregiverId),
    )
    .executeTakeFirst()
}

function current(db: Db) {
  return db
    .selectFrom('billing_customer')
    .select(['benefits_end_at', 'status'])
    .where('is_current', '=', true)
    .$narrowType<{ status: SubscriptionStatus | null }>()
}
