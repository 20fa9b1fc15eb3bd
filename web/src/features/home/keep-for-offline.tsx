import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { useListPlaydates } from '#features/playdates/playdate-lists.queries.ts'
import { brand } from '#lib/brand.ts'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { savesData } from '#lib/saves-data.ts'
import { useSession } from '#lib/session/session.tsx'
import { keepOfflineData } from './offline-data.ts'
import './keep-for-offline.css'

/** Milliseconds after which a newly opened screen has most likely finished its requests. */
const quietAfter = 3_000

/** Keeps playdates and own children for offline use, and says so when kept data is shown. */
export function KeepForOffline() {
  const { user, keptAt } = useSession()
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => (user ? keepOfflineData(user) : undefined), [user])
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietAfter)
    return () => clearTimeout(timer)
  }, [])
  if (keptAt) return <KeptNote keptAt={keptAt} />
  return isQuiet && !savesData() && <FetchOnce />
}

function KeptNote({ keptAt }: { keptAt: number }) {
  const now = useNow(30_000)
  const isFresh = Math.abs(now - keptAt) < 60_000
  const when = relativeTime(new Date(keptAt).toISOString(), now)
  return (
    <p className="keptnote" role="status">
      {isFresh ? m.home_kept_moment({ brand }) : m.home_kept({ brand, when })}
    </p>
  )
}

/** Fetches the playdates once, so that they are kept even if the user opens another screen first. */
function FetchOnce() {
  const [isDone, setDone] = useState(false)
  return !isDone && <Fetch onDone={() => setDone(true)} />
}

function Fetch({ onDone }: { onDone: () => void }) {
  const asked = [useListPlaydates('accepted'), useListPlaydates('pending'), useOwnChildren()]
  const isDone = asked.every(({ isFetching }) => !isFetching)
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  return null
}
