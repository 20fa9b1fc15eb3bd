import { useEffect } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { useKeepSubscribed } from '../push.queries.ts'

/** An installed app stays open for days: what was looked at so long ago is looked at again. */
const freshFor = 3_600_000

/** Looks after this device's push subscription whenever the app is opened. Shows nothing. */
export function KeepSubscribed() {
  const email = useSession().user?.email
  const { mutate } = useKeepSubscribed()
  useEffect(() => {
    if (!email) return
    let lookedAt = 0
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < freshFor) return
      lookedAt = Date.now()
      mutate(email)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [email, mutate])
  return null
}
