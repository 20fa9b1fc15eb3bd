import { useState } from 'react'
import { failureText } from './calls/failure-text.ts'
import { offlineText } from './calls/offline-text.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** For a button outside a form: runs its work, and keeps whether it is pending and the last failure. */
export function useAction() {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const oneAtATime = useOneAtATime()
  const run = (work: () => Promise<void>) =>
    oneAtATime(async () => {
      setPending(true)
      setProblem(undefined)
      try {
        await work()
      } catch (error) {
        setProblem(failureText(error, offlineText()))
      } finally {
        setPending(false)
      }
    })
  return { isPending, problem, run }
}
