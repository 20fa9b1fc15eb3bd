import {
  type Child,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useViewer } from '#lib/session.tsx'

const childrenKeys = {
  own: (caregiverId: string) => ['children', 'own', caregiverId] as const,
}

/** The viewer's own children, with their hours. */
export function useOwnChildren() {
  const { _id } = useViewer()
  return useQuery({
    queryKey: childrenKeys.own(_id),
    queryFn: async ({ signal }) => {
      const children = await call(listChildrenOfCaregiver, { params: { caregiverId: _id }, signal })
      // The own children come whole; only other people's lack the hours.
      return children.filter((each): each is Child => 'availability' in each)
    },
  })
}
