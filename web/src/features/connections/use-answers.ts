import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useEffect, useState } from 'react'
import type { InviteAnswer } from './parts/invite-card.tsx'

interface Answered {
  connection: Connection
  answer: InviteAnswer
  /** Its place in the list. */
  at: number
}

/** How long an answered invite stays where it is. */
const shownFor = 1000

/**
 * The invites to show. An answered one keeps its place for a moment: if it went at once, the next one would slide under
 * the finger, and the second tap of a double tap would answer somebody else.
 */
export function useAnswers(pending: readonly Connection[]) {
  const [answered, setAnswered] = useState<readonly Answered[]>([])

  useEffect(() => {
    if (answered.length === 0) return
    const timer = setTimeout(() => setAnswered([]), shownFor)
    return () => clearTimeout(timer)
  }, [answered])

  const received: { connection: Connection; answer: InviteAnswer | null }[] = pending
    .filter(({ _id }) => !answered.some(({ connection }) => connection._id === _id))
    .map((connection) => ({ connection, answer: null }))
  for (const each of answered.toSorted((a, b) => a.at - b.at)) received.splice(each.at, 0, each)

  /** Null takes the answer back. */
  const answer = (connection: Connection, said: InviteAnswer | null) => {
    const at = received.findIndex((each) => each.connection._id === connection._id)
    setAnswered((before) => {
      const others = before.filter((each) => each.connection._id !== connection._id)
      return said ? [...others, { connection, answer: said, at }] : others
    })
  }
  return { received, answer }
}
