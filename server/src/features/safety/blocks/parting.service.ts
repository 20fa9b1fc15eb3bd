import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import { lockFamiliesForShare, lockPlaydates, lockSidesOfForShare, lockTies } from '#db/locks.ts'
import { findCaregiver } from '#features/caregivers/caregivers.db.ts'
import { stopInvitesBetween } from '#features/guardians/invites/invites.db.ts'
import { lockGrownUps } from '#features/guardians/invites/new-places.db.ts'
import { listHelpBetween, type SharedHelpRow } from '#features/guardians/places/help.db.ts'
import { endHelp } from '#features/guardians/places/places.db.ts'
import { refreshGrownUps, refreshHelpers } from '#features/guardians/safety.ts'
import {
  deedOfEnding,
  notificationOf,
  type PlaydateMessage,
  sideMessages,
} from '#features/playdates/playdates.notifications.ts'
import { notifyOncePerSeries } from '#features/playdates/series/series.notifications.ts'
import { countSpots, tidyLines } from '#features/playdates/spots/spots.db.ts'
import type { Ctx } from '#http/context.ts'
import type { Pair } from './blocks.db.ts'
import {
  type CalledOffRow,
  type ComingRow,
  cancelComing,
  deleteConnectionsBetween,
  invitesOthers,
  listBesideGuest,
  listComing,
  listOnlookers,
  listPlaydatesOf,
  type Onlooker,
  takeOff,
} from './called-off.db.ts'

export type PartingCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'>

/** A change of a playdate, with who gets a frame and who is notified. */
interface Parted {
  playdate: CalledOffRow
  frames: readonly string[]
  /** Those who were going, read beforehand: caregivers who were taken off are no longer there. */
  going: readonly string[]
  notices: readonly { message: PlaydateMessage; to: readonly string[] }[]
}

/** Locks what `partWays` changes besides playdates, before any of it is read. */
export async function lockToPart(db: Db, blockers: readonly string[], blocked: string): Promise<void> {
  await lockFamiliesForShare(db, [...blockers, blocked])
  await lockTies(db, [...blockers, blocked])
  const helps = await listHelpBetween(db, blockers, blocked)
  const helped = helps.map(({ child_id }) => child_id)
  for (const child of helped) await lockGrownUps(db, child)
  if (helped.length > 0) await lockSidesOfForShare(db, helped)
}

/**
 * Ends what connects two caregivers, after `lockToPart`: help of one for the other and invites to it, connections,
 * invitations, singles to come, and the other's children at events that one of them made. Runs before the block is
 * written: what is called off is the last that one hears of the other.
 */
export async function partWays(ctx: PartingCtx, pair: Pair): Promise<void> {
  const { db, clock } = ctx
  const now = new Date(clock.now())
  const helps = await listHelpBetween(db, [pair.blocker], pair.blocked)
  const helped = helps.map(({ child_id }) => child_id)
  const coming = await listComing(db, pair, now)
  const [singles, events] = [coming.filter(isSingle), coming.filter((each) => !isSingle(each))]
  await lockPlaydates(db, [...coming.map(({ id }) => id), ...(await listPlaydatesOf(db, helped))])
  await endHelps(ctx, pair, helps)
  if (await stopInvitesBetween(db, pair.blocker, pair.blocked))
    await refreshGrownUps(db, [pair.blocker, pair.blocked])
  const parted = await callOff(ctx, pair, singles, now)
  for (const event of events) parted.push(...(await takeApart(ctx, pair, event, now)))
  const ended = await deleteConnectionsBetween(db, pair)
  for (const connection of ended) {
    await notify(db, { kind: 'frame', to: [pair.blocker, pair.blocked], frame: { connection } })
  }
  await sayParted(ctx, parted, pair.blocker)
}

/** Runs before an event is taken apart, or those who help with a child there would keep it. */
async function endHelps(
  { db }: PartingCtx,
  { blocker }: Pair,
  helps: readonly SharedHelpRow[],
): Promise<void> {
  if (helps.length === 0) return
  const by = await findCaregiver(db, blocker)
  for (const { child_id: childId, helper_id: caregiverId } of helps) {
    await endHelp(db, { childId, caregiverId, endedBy: by?.user_id ?? null })
  }
  await refreshHelpers(db, [...new Set(helps.map(({ helper_id }) => helper_id))])
}

/** Sends frames, and notifies of what `by` called off. */
export async function sayParted(ctx: PartingCtx, parted: readonly Parted[], by: string): Promise<void> {
  for (const { playdate, frames } of parted) {
    await notify(ctx.db, { kind: 'frame', to: [...frames], frame: { playdate: playdate.id } })
  }
  const said = parted.flatMap(({ playdate, going, notices }) =>
    notices.map(({ message, to }) => {
      const about = message.startsWith('help.') ? undefined : by
      const notice = notificationOf(playdate, message, { now: ctx.clock.now(), about })
      return { playdate, to, notice: { ...notice, going } }
    }),
  )
  await notifyOncePerSeries(ctx, said)
}

function isSingle({ type }: ComingRow): boolean {
  return type === 'single'
}

async function callOff(
  { db }: PartingCtx,
  { blocker }: Pair,
  singles: readonly ComingRow[],
  now: Date,
): Promise<Parted[]> {
  const parted: Parted[] = []
  for (const { id } of singles) {
    const onlookers = await listOnlookers(db, id)
    const rows = await cancelComing(db, { ids: [id], by: blocker, cause: null, now })
    parted.push(...rows.map((playdate) => partedOf(playdate, onlookers, blocker)))
  }
  return parted
}

/** Takes the guest's children off an event, or cancels it if no others are invited. */
async function takeApart(
  { db }: PartingCtx,
  { blocker, blocked }: Pair,
  event: ComingRow,
  now: Date,
): Promise<Parted[]> {
  const isBlockers = event.owner_id === blocker
  const guest = isBlockers ? blocked : blocker
  const before = await listOnlookers(db, event.id)
  if (await invitesOthers(db, event.id, guest)) {
    const beside = await listBesideGuest(db, event.id, guest)
    const playdate = await takeOff(db, { id: event.id, caregiverId: guest, now })
    if (!playdate) return []
    await tidyLines(db, [event.id])
    await countSpots(db, [event.id])
    const stayed = (await listOnlookers(db, event.id)).map(({ id }) => id)
    const gone = before.filter(({ id }) => !stayed.includes(id))
    // Those who have another child there, perhaps the guest among them.
    const staying = before.filter(
      (each) => each.side === 'recipient' && beside.includes(each.id) && !gone.includes(each),
    )
    // The owner gets no frame and sees it when they look: that one family left doesn't say why.
    const heard = isBlockers ? before : [...gone, ...staying].filter(({ side }) => side === 'recipient')
    const { side } = before.find(({ id }) => id === blocker) ?? {}
    const parted = partedOf(playdate, gone, blocker, { side })
    return [
      {
        ...parted,
        frames: idsOf(heard),
        going: [...parted.going, ...idsOf(staying.filter(({ goes }) => goes))],
        notices: [
          ...parted.notices,
          {
            message: 'side.changed',
            to: idsOf(staying.filter(({ id, role }) => role === 'guardian' && id !== blocker)),
          },
          { message: 'help.changed', to: idsOf(staying.filter(({ role }) => role === 'helper')) },
        ],
      },
    ]
  }
  const rows = await cancelComing(db, {
    ids: [event.id],
    by: blocker,
    cause: isBlockers ? null : 'children',
    now,
  })
  return rows.map((playdate) => partedOf(playdate, before, blocker, { areGuestsGone: !isBlockers }))
}

interface Parting {
  areGuestsGone?: boolean
  /** The side of the caregiver who called it off, if they are not an onlooker. */
  side?: Onlooker['side'] | undefined
}

/** The side of the caregiver who called it off is notified that they did; the other side, as of any cancellation. */
export function partedOf(
  playdate: CalledOffRow,
  onlookers: readonly Onlooker[],
  by: string,
  { areGuestsGone = false, side = onlookers.find(({ id }) => id === by)?.side }: Parting = {},
): Parted {
  const deed = deedOfEnding(playdate, side)
  const guardians = onlookers.filter(({ id, role }) => role === 'guardian' && id !== by)
  return {
    playdate,
    frames: idsOf(onlookers),
    going: idsOf(onlookers.filter(({ goes }) => goes)),
    notices: [
      {
        message: areGuestsGone ? 'event.childrenGone' : deed,
        to: idsOf(guardians.filter((each) => each.side !== side)),
      },
      { message: sideMessages[deed], to: idsOf(guardians.filter((each) => each.side === side)) },
      { message: 'help.cancelled', to: idsOf(onlookers.filter(({ role }) => role === 'helper')) },
    ],
  }
}

function idsOf(some: readonly Onlooker[]): string[] {
  return some.map(({ id }) => id)
}
