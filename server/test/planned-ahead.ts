import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import { addEvent, addGuardian, type Parent } from './world.ts'

/**
 * Adds an order that has ended, an event in whose line a family waits, a reminder, days away, and other grown-ups of a
 * child.
 */
export async function planAhead(
  database: Database,
  [anna, ben]: readonly [Parent, Parent],
  said: string,
): Promise<void> {
  const [order, away] = [newId(), newId()]
  const { id: event } = await addEvent(database, anna, [ben])
  await addGuardian(database, anna.children[0], ben)
  const statements: [string, ...unknown[]][] = [
    [
      `insert into ask (id, owner_id, own_children, location1, times, duration_minutes, status, ended_as, ended_at)
        values ($1, $2, $3, $4, '{}', 60, 'ended', 'nobody', now())`,
      order,
      anna.caregiverId,
      anna.children,
      said,
    ],
    [
      `insert into ask_step (ask_id, position, child_id, caregiver_id) values ($1, 1, $2, $3)`,
      order,
      ben.children[0],
      ben.caregiverId,
    ],
    [
      `update playdate set description = $2, series_id = $3, every_weeks = 1 where id = $1`,
      event,
      said,
      newId(),
    ],
    [`insert into waiting_place (playdate_id, caregiver_id) values ($1, $2)`, event, ben.caregiverId],
    [
      `insert into reminder_sent (playdate_id, caregiver_id, kind, anchor_at) values ($1, $2, 'day', now())`,
      event,
      ben.caregiverId,
    ],
    [
      `insert into away (id, caregiver_id, first_day, last_day) values ($1, $2, current_date, current_date + 3)`,
      away,
      anna.caregiverId,
    ],
    [`insert into away_child values ($1, $2)`, away, anna.children[0]],
    [
      `insert into guardian_invite (id, child_id, invited_by, label, role, token_hash, expires_at)
        values ($1, $2, $3, $4, 'guardian', $5, now())`,
      newId(),
      anna.children[0],
      anna.caregiverId,
      said,
      randomBytes(8),
    ],
    [
      `insert into introduction (from_id, to_id, friend_id, child_id) values ($1, $2, $2, $3)`,
      anna.caregiverId,
      ben.caregiverId,
      anna.children[0],
    ],
    [
      `update guardianship set until = now() where child_id = $1 and caregiver_id = $2`,
      anna.children[0],
      ben.caregiverId,
    ],
    [`insert into calendar_feed (caregiver_id, hash) values ($1, $2)`, anna.caregiverId, randomBytes(8)],
    [
      `insert into child_note (child_id, sealed, version) values ($1, $2, 1)`,
      anna.children[0],
      Buffer.from(said),
    ],
    [
      `insert into billing_customer (id, provider, user_id) values ($1, 'demo', $2)`,
      `cus_${anna.userId}`,
      anna.userId,
    ],
    [
      `insert into billing_event (id, customer_id, handled_at) values ($1, $2, now())`,
      newId(),
      `cus_${anna.userId}`,
    ],
  ]
  for (const [text, ...values] of statements) await database.pool.query(text, values)
}
