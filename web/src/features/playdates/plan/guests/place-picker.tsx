import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type GroupPlace, useListMemberships, useListPods } from '#features/groups/groups.queries.ts'
import { type Option, Prompt, Select } from '#ui/fields/field.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { Rich } from '#ui/rich.tsx'

interface PlacePickerProps {
  place: GroupPlace | null
  error: string | undefined
  onPlace: (place: GroupPlace | null) => void
  /** Renders what can be chosen in the place. */
  children: (place: GroupPlace) => ReactNode
}

/** Picks a group or a pod, then shows what is in it. */
export function PlacePicker({ place, error, onPlace, children }: PlacePickerProps) {
  const places = usePlaces()
  if (places.failed) {
    return <PartProblem text={places.failed.error?.message} onRetry={places.retry} />
  }
  if (places.options?.length === 0) {
    return (
      <>
        <p className="hint">
          <Rich
            parts={m.plan_join_group_first.parts({})}
            marks={{ link: (words) => <Link to="/connections?t=groups">{words}</Link> }}
          />
        </p>
        {error && <Prompt>{error}</Prompt>}
      </>
    )
  }
  const chosen = places.options?.find(({ value }) => value === optionOf(place)) ? place : null
  return (
    <div className="stack">
      <Select
        label={m.plan_group_or_pod()}
        error={chosen ? undefined : error}
        disabled={!places.options}
        value={optionOf(chosen)}
        onChange={(event) => onPlace(placeOf(event.target.value))}
        options={[
          { value: '', text: places.options ? m.plan_choose_group() : m.common_loading_dots() },
          ...(places.options ?? []),
        ]}
      />
      {chosen && children(chosen)}
    </div>
  )
}

/** Returns each group that the viewer is a member of, followed by its pods. */
function usePlaces() {
  const memberships = useListMemberships()
  const pods = useListPods()
  const isKnown = memberships.data !== undefined && pods.data !== undefined
  const options = memberships.data
    ?.filter(({ status }) => status === 'approved')
    .flatMap(({ group }): Option[] => [
      { value: optionOf({ group: group._id, pod: null }), text: group.name },
      ...(pods.data ?? [])
        .filter(({ groupId }) => groupId === group._id)
        .map(({ _id, label }) => ({
          value: optionOf({ group: group._id, pod: _id }),
          text: `${group.name} · ${label}`,
        })),
    ])
  return {
    options: isKnown ? options : undefined,
    failed: [memberships, pods].find(({ error, data }) => error && !data),
    retry: () => {
      void memberships.refetch()
      void pods.refetch()
    },
  }
}

/** Returns a place as the select's value; empty for none. */
function optionOf(place: GroupPlace | null): string {
  return place ? [place.group, place.pod].filter(Boolean).join(' ') : ''
}

function placeOf(value: string): GroupPlace | null {
  const [group, pod = null] = value.split(' ')
  return group ? { group, pod } : null
}
