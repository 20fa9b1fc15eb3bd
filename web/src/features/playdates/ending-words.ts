import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'

/** Why nothing comes of a playdate, in words to read aloud; null where something does. */
export function endingOf(playdate: Playdate, viewer: string): { title: string; note: string | null } | null {
  if (playdate.status === 'rejected')
    return { title: 'This request was rejected', note: noBy(playdate, viewer) }
  if (playdate.status !== 'cancelled') return null
  const { cancelledBy, cancelCause } = playdate
  const title = `This ${playdate.type === 'group' ? 'event' : 'playdate'} was cancelled`
  if (cancelCause) {
    return {
      title,
      note: cancelCause === 'account' ? withoutAccount(playdate) : withoutChildren(playdate, viewer),
    }
  }
  if (!cancelledBy) return { title, note: null }
  return { title: `${title} by ${cancelledBy._id === viewer ? 'you' : cancelledBy.name}`, note: null }
}

/** Who did not send it last said no. */
function noBy({ lastSubmittedBy, owner, recipientCaregivers }: Playdate, viewer: string): string {
  if (lastSubmittedBy !== viewer) return 'You said that you can’t make it.'
  const other = [owner, ...recipientCaregivers].find(({ _id }) => _id !== viewer)
  return `${other?.name ?? 'The other family'} can’t make it.`
}

function withoutAccount({ type, owner, cancelledBy }: Playdate): string {
  const family =
    type === 'single'
      ? 'The other family'
      : cancelledBy?._id === owner._id
        ? 'The family who planned it'
        : 'The invited family'
  return `${family} no longer has an account here.`
}

function withoutChildren({ cancelledBy }: Playdate, viewer: string): string {
  if (cancelledBy?._id === viewer) return 'None of your children is in it any more.'
  return `${cancelledBy ? `${cancelledBy.name}’s` : 'One family’s'} children can’t come any more.`
}
