import { m } from '@tagalong/contract/messages.ts'
import { useNow } from '#lib/now.ts'
import { browserZone } from '#lib/session/session.tsx'
import { cityOf, isSameClock } from '../zone-words.ts'
import '../playdates.css'

/** Says whose clock the times are on, if the device or the other family (`isOthers`) is in another zone. */
export function ZoneLine({ zone, isOthers }: { zone: string; isOthers?: boolean }) {
  const now = useNow(60_000)
  if (!isOthers && isSameClock(zone, browserZone(), now)) return null
  return <p className="quiet small pd__zone">{m.playdates_times_in_zone({ city: cityOf(zone) })}</p>
}
