import { m } from '@tagalong/contract/messages.ts'
import { lazy, Suspense, useId } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { useAfternoon } from '../afternoon.queries.ts'

// Asked once in a while, on pages that are heavy already.
const AfternoonForm = lazy(async () => ({
  default: (await importWithRetry(() => import('./afternoon-form.tsx'))).AfternoonForm,
}))

/** Asked once, at the first yes; whoever has answered, or can't be asked just now, sees nothing of it. */
export function AfternoonQuestion() {
  const heading = useId()
  const { data } = useAfternoon()
  if (!data || data.isAsked) return null
  return (
    <section className="card afternoon" aria-labelledby={heading}>
      <h2 id={heading}>{m.afternoon_question()}</h2>
      <Suspense>
        <AfternoonForm saved={data} isQuestion onDone={() => undefined} />
      </Suspense>
      <p className="hint">{m.afternoon_asked_once()}</p>
    </section>
  )
}
