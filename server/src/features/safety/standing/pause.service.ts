import { notify } from '#db/listen.ts'
import { refreshHelpers } from '#features/guardians/safety.ts'
import type { Ctx } from '#http/context.ts'
import { cancelComing, listOnlookers, type Onlooker } from '../blocks/called-off.db.ts'
import { partedOf, sayParted } from '../blocks/parting.service.ts'
import { listHelpersOf, type Standing, updateStanding } from './pause.db.ts'

type PauseCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'>

/**
 * Cancels what the caregiver can't come to, as if they did it themselves, without a reason. Runs before the account is
 * paused, since afterwards nobody is notified of what they do. The caregiver and the playdates are locked already.
 */
export async function callOff(
  ctx: PauseCtx,
  { caregiverId, ids }: { caregiverId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const onlookers = new Map<string, Onlooker[]>()
  for (const id of ids) onlookers.set(id, await listOnlookers(ctx.db, id))
  const now = new Date(ctx.clock.now())
  const off = await cancelComing(ctx.db, { ids, by: caregiverId, cause: null, now })
  const parted = off.map((each) => partedOf(each, onlookers.get(each.id) ?? [], caregiverId))
  await sayParted(
    ctx,
    parted.map(({ playdate, ...more }) => {
      // A request for another time goes with its playdate, and needs no notice of its own.
      const goesAlong = off.some(({ id }) => id === playdate.replaces_id)
      return { playdate, ...more, ...(goesAlong && { notices: [] }) }
    }),
    caregiverId,
  )
}

/**
 * Closes the sockets of an account that is paused, and tells every process what its sessions may do now. The user's
 * helpers see what the user does, so their screens are refreshed.
 */
export async function setStanding({ db }: Pick<Ctx, 'db'>, userId: string, to: Standing): Promise<void> {
  await updateStanding(db, userId, to)
  await notify(db, { kind: to.standing === 'good' ? 'changed' : 'paused', user: userId })
  await refreshHelpers(db, await listHelpersOf(db, userId))
}
