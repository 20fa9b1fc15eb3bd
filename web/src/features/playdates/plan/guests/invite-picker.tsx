import { m } from '@tagalong/contract/messages.ts'
import { useListFriendsChildren } from '#features/playdates/playdates.queries.ts'
import { Prompt, Select } from '#ui/fields/field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { PlaydateDraft } from '../playdate-draft.ts'
import { FromGroups } from './from-groups.tsx'
import { NoFriends } from './no-friends.tsx'
import { sourceTabs } from './source-tabs.ts'
import './guests.css'
import { PartProblem } from '#ui/part-problem.tsx'

type Source = PlaydateDraft['source']

interface InvitePickerProps {
  source: Source
  place: PlaydateDraft['place']
  child: string
  error: string | undefined
  onSource: (source: Source) => void
  onPlace: (place: PlaydateDraft['place']) => void
  onChild: (id: string) => void
}

/** Picks where the invited child comes from, then the child. */
export function InvitePicker({ source, place, child, error, onSource, onPlace, onChild }: InvitePickerProps) {
  return (
    <div className="inviting" data-field="recipient">
      <Tabs label={m.plan_where_from()} tabs={sourceTabs()} selected={source} onSelect={onSource}>
        {source === 'friends' ? (
          <FromFriends child={child} error={error} onChild={onChild} />
        ) : (
          <FromGroups place={place} child={child} error={error} onPlace={onPlace} onChild={onChild} />
        )}
      </Tabs>
    </div>
  )
}

function FromFriends({ child, error, onChild }: Pick<InvitePickerProps, 'child' | 'error' | 'onChild'>) {
  const friends = useListFriendsChildren()
  if (friends.isError && !friends.data) {
    return <PartProblem text={friends.error.message} onRetry={() => void friends.refetch()} />
  }
  const children = friends.data ?? []
  if (friends.data && children.length === 0) {
    return (
      <>
        <p className="hint">
          <NoFriends />
        </p>
        {error && <Prompt>{error}</Prompt>}
      </>
    )
  }
  return (
    <Select
      label={<span className="sr">{m.plan_child()}</span>}
      aria-required
      error={error}
      disabled={!friends.data}
      value={children.some(({ _id }) => _id === child) ? child : ''}
      onChange={(event) => onChild(event.target.value)}
      options={[
        { value: '', text: friends.data ? m.common_choose_child() : m.common_loading_dots() },
        ...children.map(({ _id, firstName, caregiver }) => ({
          value: _id,
          text: `${firstName} - ${caregiver.name}`,
        })),
      ]}
    />
  )
}
