import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useEffect, useState } from 'react'
import type { AnswerState } from './parts/invite-card.tsx'

/** Milliseconds for which an answered or withdrawn invite stays in its place. */
const shownFor = 1000

const isDone = (answer: AnswerState | undefined) => answer !== undefined && answer !== 'sending'

/**
 * Returns the invites to show, in the order of their first appearance, so that a new one moves none from under a
 * finger. An answered invite keeps its place until the server has the answer and for a moment more, a withdrawn one for
 * a moment. Otherwise the next one would slide under the finger and be answered by accident.
 */
export function useAnswers(pending: readonly Connection[]) {
  const [places, setPlaces] = useState<readonly Connection[]>([])
  const [answers, setAnswers] = useState<Readonly<Record<string, AnswerState>>>({})
  const isIn = (list: readonly Connection[], { _id }: Connection) => list.some((each) => each._id === _id)

  const come = pending.filter((each) => !isIn(places, each))
  if (come.length > 0) setPlaces([...places, ...come])
  const gone = places.filter((each) => !isIn(pending, each) && !answers[each._id])
  if (gone.length > 0)
    setAnswers({ ...answers, ...Object.fromEntries(gone.map(({ _id }) => [_id, 'gone' as const])) })

  useEffect(() => {
    const done = Object.keys(answers).filter((id) => isDone(answers[id]))
    if (done.length === 0) return
    const timer = setTimeout(() => {
      setPlaces((before) => before.filter(({ _id }) => !done.includes(_id)))
      setAnswers((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !done.includes(id))))
    }, shownFor)
    return () => clearTimeout(timer)
  }, [answers])

  const received = places.map((place) => ({
    connection: pending.find(({ _id }) => _id === place._id) ?? place,
    answer: answers[place._id] ?? null,
  }))
  /** Null reverts the answer. */
  const answer = ({ _id }: Connection, said: AnswerState | null) =>
    setAnswers(({ [_id]: _before, ...others }) => (said ? { ...others, [_id]: said } : others))
  return { received, answer }
}
