import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useSession } from '#lib/session/session.tsx'
import LostArt from '#ui/art/empty-lost.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { reasonOf } from '../ending-words.ts'

/**
 * Says why there is nothing to answer or change here, and where to go on. Null means that there is no such playdate.
 */
export function NothingToAnswer({ playdate }: { playdate: Playdate | null }) {
  // May render before the viewer is known.
  const { viewer } = useSession()
  const { text, note } = reasonOf(playdate, viewer?._id ?? '')
  return (
    <>
      <PageHeader title={m.common_playdate()} back="/view-playdates" />
      <EmptyState
        art={playdate ? <WalkArt /> : <LostArt />}
        text={text}
        note={note}
        action={
          playdate?.endedAs ? (
            <ButtonLink variant="action" to={`/edit-playdate/new?again=${playdate._id}`}>
              {m.asks_another_day()}
            </ButtonLink>
          ) : playdate ? (
            <ButtonLink variant="action" to={`/view-playdate-information/${playdate._id}`}>
              {m.playdates_see()}
            </ButtonLink>
          ) : (
            <ButtonLink variant="action" to="/view-playdates">
              {m.playdates_go_to_yours()}
            </ButtonLink>
          )
        }
      />
    </>
  )
}
