import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Icon } from '#ui/icon.tsx'
import '../playdates.css'

/**
 * Says whether the last proposer stays the whole time or children may be dropped off; shows nothing if they didn't say.
 */
export function StayLine({ playdate }: { playdate: Playdate }) {
  const { stay, side, lastSide } = playdate
  if (!stay) return null
  const isMine = side === lastSide
  const words =
    stay === 'stay'
      ? {
          title: isMine ? m.playdates_you_stay() : m.playdates_stays({ name: proposerOf(playdate) }),
          what: m.playdates_stay_whole(),
        }
      : {
          title: m.plan_stay_drop(),
          what: isMine ? m.playdates_stay_they_need_not() : m.playdates_stay_you_need_not(),
        }
  return (
    <p className="row stayline">
      <span className="stayline__tile">
        <Icon name={stay === 'stay' ? 'people' : 'home'} />
      </span>
      <span className="grow">
        <b>
          <bdi>{words.title}</bdi>
        </b>
        <small className="quiet">{words.what}</small>
      </span>
    </p>
  )
}

function proposerOf({ owner, recipientCaregivers, lastSubmittedBy }: Playdate): string {
  const proposer = [owner, ...recipientCaregivers].find(({ _id }) => _id === lastSubmittedBy)
  return proposer?.name ?? m.value_another_family()
}
