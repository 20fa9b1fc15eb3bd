import type { DaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { daysText } from '@tagalong/contract/values/date-format.ts'
import { useRef, useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { AvatarStack } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { showToast } from '#ui/toast.tsx'
import { useOwnChildren } from '../children.queries.ts'
import { AddDays } from './add-days.tsx'
import { useDaysAway, useDeleteDaysAway } from './away.queries.ts'
import '../children.css'
import './away.css'

/** On /profile: the days away that the viewer entered. Shows nothing if they have no children. */
export function DaysAwayCard() {
  const { data: children = [] } = useHeldUnderDialog(useOwnChildren())
  const away = useDaysAway()
  const isReachable = useIsReachable()
  const [isAdding, setAdding] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  if (children.length === 0) return null
  const own = (away.data ?? []).filter(({ isMine }) => isMine)
  return (
    <section className="card profile__part" aria-labelledby="away">
      <h2 id="away">{m.children_away()}</h2>
      <p className="quiet">{m.children_away_note()}</p>
      {away.error && !away.data && (
        <PartProblem text={failureText(away.error)} onRetry={() => void away.refetch()} />
      )}
      {own.length > 0 && (
        <ul className="away__list">
          {own.map((entry) => (
            <Entry
              key={entry._id}
              entry={entry}
              children={children.filter(({ _id }) => entry.children.includes(_id))}
              onRemoved={() => adder.current?.focus()}
            />
          ))}
        </ul>
      )}
      <button
        ref={adder}
        type="button"
        className="adder away__add"
        disabled={!isReachable}
        onClick={() => setAdding(true)}
      >
        <Icon name="plus" />
        {m.children_away_add()}
      </button>
      {isAdding && <AddDays children={children} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface EntryProps {
  entry: DaysAway
  children: readonly Child[]
  onRemoved: () => void
}

function Entry({ entry, children, onRemoved }: EntryProps) {
  const isReachable = useIsReachable()
  const { mutateAsync, isPending } = useDeleteDaysAway()
  const oneAtATime = useOneAtATime()
  const days = daysText(entry)
  const remove = () =>
    oneAtATime(async () => {
      try {
        await mutateAsync(entry._id)
      } catch (error) {
        showToast(failureText(error), { problem: true })
        return
      }
      showToast(m.children_away_removed())
      onRemoved()
    })
  return (
    <li className="row away__entry">
      <AvatarStack size="2.5rem">
        {children.map((child) => (
          <ChildAvatar key={child._id} child={child} size="2.5rem" />
        ))}
      </AvatarStack>
      <span className="grow">
        <b className="display">{days}</b>
        <small className="quiet">
          <bdi>{children.map(({ firstName }) => firstName).join(', ')}</bdi>
        </small>
      </span>
      <Button
        variant="quiet"
        size="small"
        isPending={isPending}
        isDisabled={!isReachable}
        aria-label={m.children_away_remove_named({ days })}
        onPress={remove}
      >
        {m.children_away_remove()}
      </Button>
    </li>
  )
}
