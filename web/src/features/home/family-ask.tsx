import { isMyTurn } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useState } from 'react'
import { useNumberProof } from '#features/caregivers/number-proof.ts'
import { useConnections } from '#features/connections/connections.queries.ts'
import { useIntroductions } from '#features/connections/introductions/introductions.queries.ts'
import { useQuestion } from '#features/guardians/guardians.queries.ts'
import { useListPlaydates } from '#features/playdates/playdate-lists.queries.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { GrownUpAsk } from './grown-up-ask.tsx'
import { HoursAsk } from './hours-ask.tsx'

/**
 * Asks for another grown-up unless another card asks something, otherwise for a child's hours. The choice stays for
 * this visit, so that a press can't hit a question that has replaced the other.
 */
export function FamilyAsk() {
  const [first, setFirst] = useState<'grown-up' | 'hours' | null>(null)
  const isNumberDue = useNumberProof() === 'due'
  const isAsked = useIsAsked()
  const question = useQuestion()
  const { opened, child } = question.data ?? {}
  if (opened || question.isPending || isAsked === undefined) return null
  if (first === null) setFirst(child && !isAsked && !isNumberDue ? 'grown-up' : 'hours')
  if (first === 'hours') return <HoursAsk />
  return child && <GrownUpAsk child={child} />
}

/** True if something waits for the viewer's answer; undefined while that is loading. */
function useIsAsked(): boolean | undefined {
  const { _id } = useViewer()
  const now = useNow(60_000)
  const pending = useListPlaydates('pending')
  const accepted = useListPlaydates('accepted')
  const connections = useConnections()
  const introductions = useIntroductions()
  if ([pending, accepted, connections, introductions].some((each) => each.isPending)) return undefined
  const playdates = [...(pending.data ?? []), ...(accepted.data ?? [])]
  const friends = connections.data ?? []
  return (
    (introductions.data ?? []).length > 0 ||
    playdates.some((each) => isMyTurn(each, now)) ||
    friends.some(({ inviteStatus, inviter }) => inviteStatus === 'pending' && inviter._id !== _id)
  )
}
