import type { Introduction } from '@tagalong/contract/features/connections/introductions.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { IntroductionRow } from './introductions.db.ts'

export function presentIntroduction({ from, friends }: IntroductionRow): Introduction {
  return { from: presentName(from), friends: friends.map(presentName) }
}
