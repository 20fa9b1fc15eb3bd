import type { AskState } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { StepState, TurnRow } from './asks.db.ts'

/** Returns the outcome of a request; null while it is open or not sent yet. */
export function resultOf(turn: TurnRow): Exclude<StepState, 'waiting' | 'asked'> | null {
  const { state, status, was_confirmed, ended_as, is_taken_back } = turn
  if (state !== 'asked') return state === 'waiting' ? null : state
  if (was_confirmed) return 'accepted'
  if (status === 'pending') return null
  if (status === 'rejected') return 'rejected'
  // All other cancellations, such as a block or an account that is gone, look alike to the maker.
  return ended_as === 'over' || is_taken_back ? 'unanswered' : 'failed'
}

/** Returns the state as the order's maker reads it, up to date even before the next step is taken. */
export function stateOf(turn: TurnRow, { isNext }: { isNext: boolean }): AskState {
  if (turn.state === 'waiting') return isNext ? 'next' : 'waiting'
  return resultOf(turn) ?? (turn.last_side === 'recipient' ? 'countered' : 'asked')
}
