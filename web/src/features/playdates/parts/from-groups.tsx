import { Link } from 'react-router'
import {
  type GroupPlace,
  useListGroupChildren,
  useListMemberships,
  useListPods,
} from '#features/groups/groups.queries.ts'
import { useViewer } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { type Option, Prompt, Select } from '#ui/field.tsx'

interface FromGroupsProps {
  place: GroupPlace | null
  child: string
  error: string | undefined
  onPlace: (place: GroupPlace | null) => void
  onChild: (id: string) => void
}

/** First a group or a pod of it, then one of the children there. */
export function FromGroups({ place, child, error, onPlace, onChild }: FromGroupsProps) {
  const places = usePlaces()
  if (places.failed) {
    return (
      <>
        <Prompt>{places.failed.error?.message}</Prompt>
        <Button size="small" onPress={places.retry}>
          Try again
        </Button>
      </>
    )
  }
  if (places.options?.length === 0) {
    return (
      <>
        <p className="hint">
          To invite a child from a group, join the group first.{' '}
          <Link to="/connections?t=groups">See your groups</Link>
        </p>
        {error && <Prompt>{error}</Prompt>}
      </>
    )
  }
  const chosen = places.options?.find(({ value }) => value === optionOf(place)) ? place : null
  return (
    <div className="stack">
      <Select
        label="Group or pod"
        error={chosen ? undefined : error}
        disabled={!places.options}
        value={optionOf(chosen)}
        onChange={(event) => onPlace(placeOf(event.target.value))}
        options={[
          { value: '', text: places.options ? 'Choose a group or pod' : 'Loading…' },
          ...(places.options ?? []),
        ]}
      />
      {chosen && <ChildOf place={chosen} child={child} error={error} onChild={onChild} />}
    </div>
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
  if (inPlace.isError) {
    return (
      <>
        <Prompt>{inPlace.error.message}</Prompt>
        <Button size="small" onPress={() => void inPlace.refetch()}>
          Try again
        </Button>
      </>
    )
  }
  const others = inPlace.data?.filter(({ caregiver }) => caregiver._id !== viewer._id)
  if (others?.length === 0) {
    return (
      <>
        <p className="hint">There is no other child here yet.</p>
        {error && <Prompt>{error}</Prompt>}
      </>
    )
  }
  return (
    <Select
      label="Child"
      data-focus=""
      aria-required
      error={error}
      disabled={!others}
      value={others?.some(({ _id }) => _id === child) ? child : ''}
      onChange={(event) => onChild(event.target.value)}
      options={[
        { value: '', text: others ? 'Choose a child' : 'Loading…' },
        ...(others ?? []).map(({ _id, firstName, caregiver }) => ({
          value: _id,
          text: `${firstName} - ${caregiver.name}`,
        })),
      ]}
    />
  )
}

/** Each group that the viewer is a member of, followed by its pods. */
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

/** As the select knows it; empty for none. */
function optionOf(place: GroupPlace | null): string {
  return place ? [place.group, place.pod].filter(Boolean).join(' ') : ''
}

function placeOf(value: string): GroupPlace | null {
  const [group, pod = null] = value.split(' ')
  return group ? { group, pod } : null
}
