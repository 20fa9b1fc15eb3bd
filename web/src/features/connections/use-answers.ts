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

/** How long an invite stays where it is that was answered, or taken back. */
const shownFor = 1000

/**
 * The invites to show. One that was answered keeps its place until the server knows, and for a moment more, as does one
 * that was taken back: if it went at once, the next one would slide under the finger, and somebody else be answered.
 */
export function useAnswers(pending: readonly Connection[]) {
  const [answered, setAnswered] = useState<readonly Answered[]>([])
  const [places, setPlaces] = useState<readonly Connection[]>([])
  const isIn = (list: readonly Connection[], { _id }: Connection) => list.some((each) => each._id === _id)
  const isAnswered = ({ _id }: Connection) => answered.some(({ connection }) => connection._id === _id)

  // In the order in which they were first there: one that comes later pushes none from under a finger.
  const come = pending.filter((each) => !isIn(places, each))
  const gone = places.filter((each) => !isIn(pending, each))
  if (come.length + gone.length > 0) {
    const shown = places.filter((each) => !isAnswered(each))
    const left = gone.filter((each) => !isAnswered(each))
    setPlaces([...places.filter((each) => isIn(pending, each)), ...come])
    if (left.length > 0)
      setAnswered([
        ...answered,
        ...left.map((connection) => ({ connection, answer: 'gone' as const, at: shown.indexOf(connection) })),
      ])
  }

  useEffect(() => {
    if (!answered.some(isDone)) return
    const timer = setTimeout(() => setAnswered((before) => before.filter((each) => !isDone(each))), shownFor)
    return () => clearTimeout(timer)
  }, [answered])

  const placeOf = ({ _id }: Connection) => places.findIndex((each) => each._id === _id)
  const received: { connection: Connection; answer: AnswerState | null }[] = pending
    .filter((each) => !isAnswered(each))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
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
