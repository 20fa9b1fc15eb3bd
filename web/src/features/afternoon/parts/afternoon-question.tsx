import { m } from '@tagalong/contract/messages.ts'
import { useId } from 'react'
import { useAfternoon } from '../afternoon.queries.ts'
import { AfternoonForm } from './afternoon-form.tsx'

/** Asked once, at the first yes. Shows nothing if the viewer has answered or the server can't be reached. */
export function AfternoonQuestion() {
  const heading = useId()
  const { data } = useAfternoon()
  if (!data || data.isAsked) return null
  return (
    <section className="card afternoon" aria-labelledby={heading}>
      <h2 id={heading}>{m.afternoon_question()}</h2>
      <AfternoonForm saved={data} isQuestion onDone={() => undefined} />
      <p className="hint">{m.afternoon_asked_once()}</p>
    </section>
  )
}
