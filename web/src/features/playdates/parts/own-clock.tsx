import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { cityOf } from '../zone-words.ts'
import '../playdates.css'

/** Says whose clock a playdate's times are on, if the other family is in another zone. */
export function OwnClock({ playdate, zone }: { playdate: Playdate; zone: string }) {
  if (!playdate.zonesDiffer) return null
  return <small className="quiet pd__clock">{m.playdates_zone_time({ city: cityOf(zone) })}</small>
}
