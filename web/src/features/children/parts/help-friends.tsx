import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Toggle } from '#ui/fields/toggle.tsx'
import { showToast } from '#ui/toast.tsx'
import { sentFields, valuesOf } from '../child-values.ts'
import { useSaveChild } from '../children.queries.ts'

/** The toggle on /profile. It saves at once, and changes no other field of the child. */
export function HelpFriends({ child }: { child: Child }) {
  const save = useSaveChild(child._id)
  const isReachable = useIsReachable()
  const oneAtATime = useOneAtATime()
  const shown = save.isPending ? save.variables.body.helpsFriends : child.helpsFriends
  const change = (helpsFriends: boolean) =>
    oneAtATime(() =>
      save
        .mutateAsync({ body: { ...sentFields(valuesOf(child)), helpsFriends, version: child.version } })
        .catch((error: unknown) => {
          showToast(failureText(error, { 0: m.common_could_not_save() }), { problem: true })
          throw error
        }),
    )
  return (
    <Toggle
      label={m.children_help_friends()}
      aria-label={m.children_help_friends_of({ name: child.firstName })}
      checked={shown ?? true}
      aria-busy={save.isPending || undefined}
      disabled={!isReachable}
      onChange={(event) => change(event.target.checked)}
    />
  )
}
