import { notify } from '#db/listen.ts'
import { refreshHelpers } from '#features/guardians/safety.ts'
import type { Ctx } from '#http/context.ts'
import { cancelComing, listOnlookers, type Onlooker } from '../blocks/called-off.db.ts'
import { partedOf, sayParted } from '../blocks/parting.service.ts'
import { listHelpersOf, type Standing, updateStanding } from './pause.db.ts'

type PauseCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'>

/**
 * Calls off what the caregiver can't come to, as if they did, without a reason. Before the account is paused: after it
 * nobody would be notified of what they do. The caregiver and the playdates are locked.
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
      // Of a request for another time that goes with its playdate nothing more is said.
      const goesAlong = off.some(({ id }) => id === playdate.replaces_id)
      return { playdate, ...more, ...(goesAlong && { notices: [] }) }
    }),
    caregiverId,
  )
}

/**
 * Sockets end where it is paused, and every process learns at once what the sessions may do now. Who helps the user sees
 * what the user does.
 */
export async function setStanding({ db }: Pick<Ctx, 'db'>, userId: string, to: Standing): Promise<void> {
  await updateStanding(db, userId, to)
  await notify(db, { kind: to.standing === 'good' ? 'changed' : 'paused', user: userId })
  await refreshHelpers(db, await listHelpersOf(db, userId))
}
