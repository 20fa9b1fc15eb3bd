import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useEffect, useState } from 'react'
import type { AnswerState } from './parts/invite-card.tsx'

interface Answered {
  connection: Connection
  answer: AnswerState
  /** Its place in the list. */
  at: number
}

const isDone = ({ answer }: Answered) => answer !== 'sending'

/** How long an answered invite stays where it is. */
const shownFor = 1000

/**
 * The invites to show. An answered one keeps its place until the server knows, and for a moment more: if it went at
 * once, the next one would slide under the finger, and the second tap of a double tap would answer somebody else.
 */
export function useAnswers(pending: readonly Connection[]) {
  const [answered, setAnswered] = useState<readonly Answered[]>([])
  const places = usePlaces(pending)

  useEffect(() => {
    if (!answered.some(isDone)) return
    const timer = setTimeout(() => setAnswered((before) => before.filter((each) => !isDone(each))), shownFor)
    return () => clearTimeout(timer)
  }, [answered])

  const received: { connection: Connection; answer: AnswerState | null }[] = pending
    .filter(({ _id }) => !answered.some(({ connection }) => connection._id === _id))
    .toSorted((a, b) => places.indexOf(a._id) - places.indexOf(b._id))
    .map((connection) => ({ connection, answer: null }))
  for (const each of answered.toSorted((a, b) => a.at - b.at)) received.splice(each.at, 0, each)

  /** Null takes the answer back. */
  const answer = (connection: Connection, said: AnswerState | null) => {
    const isThis = (each: { connection: Connection }) => each.connection._id === connection._id
    const place = received.findIndex(isThis)
    setAnswered((before) => {
      const at = before.find(isThis)?.at ?? place
      const others = before.filter((each) => !isThis(each))
      return said ? [...others, { connection, answer: said, at }] : others
    })
  }
  return { received, answer }
}

/** The ids in the order in which they were first there: one that comes later pushes none from under a finger. */
function usePlaces(pending: readonly Connection[]): readonly string[] {
  const [places, setPlaces] = useState<readonly string[]>([])
  const come = pending.map(({ _id }) => _id).filter((id) => !places.includes(id))
  if (come.length === 0) return places
  const next = [...places, ...come]
  setPlaces(next)
  return next
}
