import { useEffect } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { useKeepSubscribed } from '../push.queries.ts'

/** Milliseconds after which it is checked again, as an installed app stays open for days. */
const freshFor = 3_600_000

/** Keeps this device's push subscription up to date whenever the app becomes visible. Renders nothing. */
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
