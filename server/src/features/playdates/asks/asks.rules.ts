import type { AskState } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { StepState, TurnRow } from './asks.db.ts'

/** What became of a request that is not open any more; null while it is. */
export function resultOf(turn: TurnRow): Exclude<StepState, 'waiting' | 'asked'> | null {
  const { state, status, was_confirmed, ended_as, is_taken_back } = turn
  if (state !== 'asked') return state === 'waiting' ? null : state
  if (was_confirmed) return 'accepted'
  if (status === 'pending') return null
  if (status === 'rejected') return 'rejected'
  // By whoever else it was called off: a block, an account that is gone. They can't be told apart.
  return ended_as === 'over' || is_taken_back ? 'unanswered' : 'failed'
}

/** As its maker reads it, before the next step is taken, too. */
export function stateOf(turn: TurnRow, { isNext }: { isNext: boolean }): AskState {
  if (turn.state === 'waiting') return isNext ? 'next' : 'waiting'
  return resultOf(turn) ?? (turn.last_side === 'recipient' ? 'countered' : 'asked')
}
