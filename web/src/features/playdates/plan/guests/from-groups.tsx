import { m } from '@tagalong/contract/messages.ts'
import { type GroupPlace, useListGroupChildren } from '#features/groups/groups.queries.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Prompt, Select } from '#ui/fields/field.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { PlacePicker } from './place-picker.tsx'

interface FromGroupsProps {
  place: GroupPlace | null
  child: string
  error: string | undefined
  onPlace: (place: GroupPlace | null) => void
  onChild: (id: string) => void
}

/** Picks a group or a pod, then one of its children. */
export function FromGroups({ place, child, error, onPlace, onChild }: FromGroupsProps) {
  return (
    <PlacePicker place={place} error={error} onPlace={onPlace}>
      {(chosen) => <ChildOf place={chosen} child={child} error={error} onChild={onChild} />}
    </PlacePicker>
  )
}

function ChildOf({
  place,
  child,
  error,
  onChild,
}: Pick<FromGroupsProps, 'child' | 'error' | 'onChild'> & { place: GroupPlace }) {
  const viewer = useViewer()
  const inPlace = useListGroupChildren(place)
  if (inPlace.isError && !inPlace.data) {
    return <PartProblem text={inPlace.error.message} onRetry={() => void inPlace.refetch()} />
  }
  const others = inPlace.data?.filter(({ caregiver }) => caregiver._id !== viewer._id)
  if (others?.length === 0) {
    return (
      <>
        <p className="hint">{m.plan_no_other_child()}</p>
        {error && <Prompt>{error}</Prompt>}
      </>
    )
  }
  return (
    <Select
      label={m.plan_child()}
      data-focus=""
      aria-required
      error={error}
      disabled={!others}
      value={others?.some(({ _id }) => _id === child) ? child : ''}
      onChange={(event) => onChild(event.target.value)}
      options={[
        { value: '', text: others ? m.common_choose_child() : m.common_loading_dots() },
        ...(others ?? []).map(({ _id, firstName, caregiver }) => ({
          value: _id,
          text: `${firstName} - ${caregiver.name}`,
        })),
      ]}
    />
  )
}
