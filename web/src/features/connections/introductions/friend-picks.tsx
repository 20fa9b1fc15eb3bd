import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useId } from 'react'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import './introductions.css'

export interface Friend extends CaregiverName {
  /** Shown below the name. */
  note?: string
}

interface FriendPicksProps {
  title: ReactNode
  friends: readonly Friend[]
  picked: readonly string[]
  /** Maximum number that 'select all' ticks. */
  max?: number
  error: string | undefined
  onPick: (ids: string[]) => void
}

/** A list of friends with their faces and checkboxes. */
export function FriendPicks({ title, friends, picked, max, error, onPick }: FriendPicksProps) {
  const [titleId, promptId] = [useId(), useId()]
  const all = friends.slice(0, max).map(({ _id }) => _id)
  const areAll = all.every((id) => picked.includes(id))
  return (
    <section>
      <div className="row introduction__top">
        <h2 className="grow" id={titleId}>
          {title}
        </h2>
        <Button variant="quiet" size="small" onPress={() => onPick(areAll ? [] : all)}>
          {areAll ? m.introductions_nobody() : m.introductions_all()}
        </Button>
      </div>
      <ul className="card introduction__friends" aria-labelledby={titleId}>
        {friends.map((friend) => (
          <li key={friend._id}>
            <label className="check">
              <CaregiverAvatar caregiver={friend} />
              <span className="grow">
                <bdi className="display">{`${friend.name} ${friend.lastName}`.trim()}</bdi>
                {friend.note && (
                  <small className="quiet">
                    <bdi>{friend.note}</bdi>
                  </small>
                )}
              </span>
              <input
                type="checkbox"
                checked={picked.includes(friend._id)}
                aria-describedby={error && promptId}
                onChange={({ target }) =>
                  onPick(
                    target.checked ? [...picked, friend._id] : picked.filter((each) => each !== friend._id),
                  )
                }
              />
            </label>
          </li>
        ))}
      </ul>
      {error && <Prompt id={promptId}>{error}</Prompt>}
    </section>
  )
}
