import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { endOf, isOpen, onlyOffer, startOf } from './series.rules.ts'

/** @param rows at least one, in order of their start */
export function presentSeries(rows: readonly PlaydateRow[], ctx: CaregiverCtx): Series {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first?.series_id || !first.every_weeks || !last) throw new Error('a series without a date')
  return {
    _id: first.series_id,
    everyWeeks: first.every_weeks,
    type: first.type,
    side: first.side,
    until: startOf(last).toISOString(),
    dates: rows.map((row) => presentDate(row, ctx)),
  }
}

function presentDate(row: PlaydateRow, { actor, clock }: CaregiverCtx): Series['dates'][number] {
  const isNo = row.status === 'rejected' || row.response === 'rejected'
  const own = row.side === 'owner' ? row.ownerChildren : row.recipientChildren
  return {
    playdate: row.copy_of ?? row.id,
    start: startOf(row).toISOString(),
    status: row.status,
    version: row.version,
    location: row.accepted_location ?? onlyOffer(row)?.location ?? null,
    ...(row.type === 'group' && row.side === 'recipient' && { response: row.response }),
    isOpen: isOpen(row, clock.now()),
    isLeftOut:
      isNo && row.side !== row.last_side && own.some(({ actedBy }) => actedBy?.id === actor.caregiverId),
    mayStop: endOf(row, clock.now()) !== null,
  }
}
