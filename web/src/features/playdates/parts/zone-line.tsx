import { useNow } from '#lib/now.ts'
import { browserZone } from '#lib/session.tsx'
import '../playdates.css'
import { cityOf, isSameClock } from '../zone-words.ts'

/** Says whose clock the times are on, where the device is somewhere else than home. */
export function ZoneLine({ zone }: { zone: string }) {
  const now = useNow(60_000)
  if (isSameClock(zone, browserZone(), now)) return null
  return <p className="quiet small pd__zone">Times in {cityOf(zone)} time</p>
}
