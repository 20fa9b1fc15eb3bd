import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { playdatePrompts } from '@tagalong/contract/features/playdates/playdates.texts.ts'
import { useSession } from '#lib/session/session.tsx'
import LostArt from '#ui/art/empty-lost.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { endingOf } from '../ending-words.ts'

/** Says kindly why there is nothing to answer or change here, and where to go on. Null: there is no such playdate. */
export function NothingToAnswer({ playdate }: { playdate: Playdate | null }) {
  // It may stand there before it is known who looks.
  const { viewer } = useSession()
  const { text, note } = reasonOf(playdate, viewer?._id ?? '')
  return (
    <>
      <PageHeader title="Playdate" back="/view-playdates" />
      <EmptyState
        art={playdate ? <WalkArt /> : <LostArt />}
        text={text}
        note={note}
        action={
          playdate ? (
            <ButtonLink variant="action" to={`/view-playdate-information/${playdate._id}`}>
              See the playdate
            </ButtonLink>
          ) : (
            <ButtonLink variant="action" to="/view-playdates">
              Go to your playdates
            </ButtonLink>
          )
        }
      />
    </>
  )
}

function reasonOf(playdate: Playdate | null, viewer: string): { text: string; note?: string } {
  if (!playdate) return { text: 'This playdate is not here', note: 'It may have been removed.' }
  if (playdate.type === 'group' && playdate.status === 'accepted') {
    return { text: 'This event can’t be changed here', note: 'Only its owner can, until it begins.' }
  }
  if (playdate.status === 'accepted') {
    return { text: 'This playdate is confirmed already', note: 'There is nothing left to answer.' }
  }
  const ending = endingOf(playdate, viewer)
  if (ending) return { text: ending.title, note: ending.note ?? 'You can always ask again.' }
  return { text: playdatePrompts.ownTurn }
}
