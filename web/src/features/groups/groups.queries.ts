import {
  changeMembership,
  type Group,
  getGroup,
  joinGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
  listMemberships,
  listPods,
  type Membership,
  savePod,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'

const groupsKeys = {
  all: ['groups'] as const,
  one: (id: string) => ['groups', 'one', id] as const,
  memberships: ['groups', 'memberships'] as const,
  members: (id: string) => ['groups', 'members', id] as const,
  pods: ['groups', 'pods'] as const,
  children: ({ group, pod }: GroupPlace) => ['groups', 'children', group, pod] as const,
  combined: ['groups', 'combined-children'] as const,
}

/** A group, or one pod of it. */
export interface GroupPlace {
  group: string
  pod: string | null
}

export function useGetGroup(id: string) {
  return useQuery<Group, ApiError>({
    queryKey: groupsKeys.one(id),
    queryFn: ({ signal }) => call(getGroup, { params: { id }, signal }),
  })
}

/** The viewer's own memberships, whatever their status. */
export function useListMemberships() {
  return useQuery<Membership[], ApiError>({
    queryKey: groupsKeys.memberships,
    queryFn: ({ signal }) => call(listMemberships, { signal }),
  })
}

/** For group admins. `keepPage`: if the viewer no longer is one, the group's page still opens. */
export function useListMembers(groupId: string) {
  return useQuery<Membership[], ApiError>({
    queryKey: groupsKeys.members(groupId),
    queryFn: ({ signal }) => call(listMembers, { params: { groupId }, signal, keepPage: true }),
  })
}

/** The pods of all groups that the viewer is a member of. */
export function useListPods() {
  return useQuery({ queryKey: groupsKeys.pods, queryFn: ({ signal }) => call(listPods, { signal }) })
}

/** The children of the members, including the viewer's own. Null disables the query. */
export function useListGroupChildren(place: GroupPlace | null) {
  return useQuery({
    queryKey: groupsKeys.children(place ?? { group: '', pod: null }),
    queryFn: ({ signal }) =>
      call(listGroupChildren, {
        params: { groupId: place?.group ?? '' },
        query: place?.pod ? { subgroup: place.pod } : {},
        signal,
      }),
    enabled: place !== null,
  })
}

/** Every child that the viewer may invite, with where the viewer knows it from. */
export function useListCombinedChildren() {
  return useQuery({
    queryKey: groupsKeys.combined,
    queryFn: ({ signal }) => call(listCombinedChildren, { signal }),
  })
}

/** Needs no idempotency key: joining again changes nothing. */
export function useJoinGroup() {
  const queries = useQueryClient()
  return useMutation<Membership, ApiError, BodyOf<typeof joinGroup>>({
    mutationFn: (body) => call(joinGroup, { body }),
    onSuccess: (joined) =>
      queries.setQueryData<Membership[]>(
        groupsKeys.memberships,
        (list) => list && [...list.filter(({ _id }) => _id !== joined._id), joined],
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: groupsKeys.all }),
  })
}

/** Moves the viewer's children to other pods, or ends the viewer's or a member's membership. */
export function useChangeMembership() {
  const queries = useQueryClient()
  return useMutation<Membership, ApiError, BodyOf<typeof changeMembership>>({
    mutationFn: (body) => call(changeMembership, { body }),
    onSuccess: (changed) => keep(queries, changed),
    onSettled: () => void queries.invalidateQueries({ queryKey: groupsKeys.all }),
  })
}

/** @param id 'new' to make one */
export function useSavePod() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      id,
      body,
      idempotencyKey,
    }: {
      id: string
      body: BodyOf<typeof savePod>
      idempotencyKey: string
    }) => call(savePod, { params: { id }, body, idempotencyKey }),
    // Awaited, so that the list contains it once the dialog is closed.
    onSettled: () => queries.invalidateQueries({ queryKey: groupsKeys.all }),
  })
}

/** Updates the cached lists at once, before they are refetched. */
function keep(queries: QueryClient, changed: Membership): void {
  const updated = (list: Membership[] | undefined) =>
    list?.map((each) => (each._id === changed._id ? changed : each))
  queries.setQueryData<Membership[]>(groupsKeys.memberships, updated)
  queries.setQueryData<Membership[]>(groupsKeys.members(changed.group._id), (list) =>
    updated(list)?.filter(({ status }) => status === 'approved'),
  )
}
