import { getRoom, markRoomRead } from '@tagalong/contract/features/chat/chat.contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'
import { type Room, roomKey, type WhichRoom, withNewest, withOlder } from './room.ts'

function queryOf({ recipient }: WhichRoom) {
  return recipient === null ? {} : { recipientCaregiverId: recipient }
}

/** Returns a room of a playdate. A refetch loads only the newest page and keeps the older ones. */
export function useGetRoom(which: WhichRoom) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: roomKey(which),
    queryFn: async ({ signal }) => {
      const page = await call(getRoom, { params: { id: which.playdate }, query: queryOf(which), signal })
      return withNewest(queries.getQueryData<Room>(roomKey(which)), page)
    },
  })
}

export function useGetOlderMessages(which: WhichRoom) {
  const queries = useQueryClient()
  return useMutation<void, ApiError, string>({
    mutationFn: async (cursor) => {
      const page = await call(getRoom, {
        params: { id: which.playdate },
        query: { ...queryOf(which), cursor },
      })
      queries.setQueryData<Room>(roomKey(which), (known) => known && withOlder(known, page, cursor))
    },
  })
}

/** Marks the room read up to a message. Unread counts are refetched with the playdates. */
export function useMarkRoomRead(which: WhichRoom) {
  const queries = useQueryClient()
  return useMutation<object, ApiError, string>({
    mutationFn: (upTo) =>
      call(markRoomRead, { params: { id: which.playdate }, query: queryOf(which), body: { upTo } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['playdates'] }),
  })
}
