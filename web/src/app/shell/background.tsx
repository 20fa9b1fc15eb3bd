import { useSendWaiting } from '#features/chat/send-waiting.ts'
import { KeepForOffline } from '#features/home/keep-for-offline.tsx'
import { KeepSubscribed } from '#features/push/parts/keep-subscribed.tsx'
import { Realtime } from '#lib/realtime/realtime.tsx'

/** Runs beside every screen of a signed-in caregiver. */
export function Background() {
  useSendWaiting()
  return (
    <>
      <Realtime />
      <KeepSubscribed />
      <KeepForOffline />
    </>
  )
}
