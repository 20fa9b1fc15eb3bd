import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Toggle } from '#ui/fields/toggle.tsx'
import { showToast } from '#ui/toast.tsx'
import { useSharePlaces } from '../guardians.queries.ts'

interface SharePlacesProps {
  child: string
  name: string
  isOn: boolean
}

/** Saves at once. The other guardians are not notified. */
export function SharePlaces({ child, name, isOn }: SharePlacesProps) {
  const share = useSharePlaces(child)
  const oneAtATime = useOneAtATime()
  const shown = share.isPending ? share.variables : isOn
  const change = (next: boolean) =>
    oneAtATime(() =>
      share.mutateAsync(next).catch((error: unknown) => {
        showToast(failureText(error, { 0: m.common_could_not_save() }), { problem: true })
        throw error
      }),
    )
  return (
    <section className="card grownups__share">
      <Toggle
        label={
          <span className="grow">
            <b className="display">{m.guardians_share_places()}</b>
            <small className="quiet grownups__note">{m.guardians_share_places_note({ name })}</small>
          </span>
        }
        checked={shown}
        onChange={(event) => change(event.target.checked)}
      />
    </section>
  )
}
