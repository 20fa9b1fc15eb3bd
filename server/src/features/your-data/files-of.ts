import { m } from '@tagalong/contract/messages.ts'
import { findChoice } from '#features/afternoon/afternoon.db.ts'
import { getAfternoon } from '#features/afternoon/afternoon.service.ts'
import { presentSession } from '#features/auth/auth.present.ts'
import { listPasskeys } from '#features/auth/passkeys/passkeys.db.ts'
import { presentPasskey } from '#features/auth/passkeys/passkeys.present.ts'
import { listSessions } from '#features/auth/sessions.service.ts'
import { findSubscription } from '#features/billing/billing.db.ts'
import { findCaregiver } from '#features/caregivers/caregivers.db.ts'
import { listMessages, listRooms, type MessageRow } from '#features/chat/chat.db.ts'
import { presentMessage } from '#features/chat/chat.present.ts'
import { presentDaysAway } from '#features/children/away/away.present.ts'
import { listDaysAway } from '#features/children/away/away.service.ts'
import { type ChildRow, listChildren, listGuardianIds } from '#features/children/children.db.ts'
import { presentConnection } from '#features/connections/connections.present.ts'
import { listConnections } from '#features/connections/connections.service.ts'
import { listOwnCrashReports } from '#features/crash-reports/crash-reports.db.ts'
import { photoName } from '#features/files/names.ts'
import { presentMembership } from '#features/groups/groups.present.ts'
import { listMemberships } from '#features/groups/memberships/memberships.service.ts'
import { listOwnLinks, listOwnPlaces } from '#features/guardians/places/own-places.db.ts'
import type { NoticeRow } from '#features/notices/notices.db.ts'
import { presentNotification } from '#features/notifications/notifications.present.ts'
import { listNotifications } from '#features/notifications/notifications.service.ts'
import { presentConsent } from '#features/papers/papers.present.ts'
import { listConsents } from '#features/papers/papers.service.ts'
import { listAsks, listSteps } from '#features/playdates/asks/asks.db.ts'
import { presentAsk } from '#features/playdates/asks/asks.present.ts'
import { listAll } from '#features/playdates/playdates.db.ts'
import { presentPlaydate } from '#features/playdates/playdates.present.ts'
import { getSafety } from '#features/safety/safety.service.ts'
import { listOwnAppeals } from '#features/safety/standing/standing.db.ts'
import { presentStanding } from '#features/safety/standing/standing.present.ts'
import { getStanding } from '#features/safety/standing/standing.service.ts'
import type { UserRow } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, CaregiverActor, CaregiverCtx, Ctx } from '#http/context.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { inLanguage } from '#language.ts'
import type { Owner } from './your-data.policy.ts'
import * as present from './your-data.present.ts'
import type { File } from './zip.ts'

type Values = AsyncIterable<readonly unknown[]>

/** Returns the files of the zip. Without a profile they hold no children and nobody else. */
export async function filesOf(
  ctx: Ctx,
  { owner: { user: actor, caregiver, pausedSince }, user }: { owner: Owner; user: UserRow },
): Promise<File[]> {
  const children = caregiver ? await listOwn(ctx, { actor: caregiver, pausedSince }) : []
  const ofCaregiver = caregiver
    ? listsOf({ ...ctx, actor: caregiver }, { actor: caregiver, own: children, pausedSince })
    : []
  const files = [
    {
      name: 'profile.json',
      about: m.your_data_file_profile,
      content: json(() => profileOf(ctx, user, actor)),
    },
    ...ofCaregiver,
    {
      name: 'notifications.json',
      about: m.your_data_file_notifications,
      content: list(notices(ctx, actor, pausedSince)),
    },
    { name: 'consents.json', about: m.your_data_file_consents, content: json(() => consentsOf(ctx, actor)) },
    { name: 'devices.json', about: m.your_data_file_devices, content: json(() => devicesOf(ctx, actor)) },
  ]
  const photos = children.flatMap(({ photo, isWhole }, at) =>
    photo && isWhole
      ? { name: present.photoPath(at), content: bytesOf(ctx.files, photo), compress: false }
      : [],
  )
  const abouts = [
    ...files,
    ...(photos.length > 0 ? [{ name: 'photos', about: m.your_data_file_photos }] : []),
  ]
  const readMe = inLanguage(user.language, () =>
    present.readMe(abouts, {
      brand: ctx.env.brandName,
      time: new Date(ctx.clock.now()).toISOString(),
      isPaused: pausedSince !== null,
    }),
  )
  return [
    { name: 'README.txt', content: once(readMe), compress: true },
    ...files.map(({ name, content }) => ({ name, content: inWordsOf(user, content), compress: true })),
    ...photos,
  ]
}

interface OfCaregiver {
  actor: Authorised<CaregiverActor>
  own: readonly OwnChild[]
  pausedSince: Date | null
}

/** Not whole while its guardian is paused and another guardian may have changed it since. */
interface OwnChild extends ChildRow {
  isWhole: boolean
}

async function listOwn(
  { db }: Ctx,
  { actor: { caregiverId }, pausedSince }: Omit<OfCaregiver, 'own'>,
): Promise<OwnChild[]> {
  const own: OwnChild[] = []
  for (const row of await listChildren(db, caregiverId)) {
    const isShared = (await listGuardianIds(db, row.id)).some((id) => id !== caregiverId)
    own.push({ ...row, isWhole: pausedSince === null || !isShared })
  }
  return own
}

function listsOf(ctx: CaregiverCtx, { actor, own, pausedSince }: OfCaregiver) {
  return [
    { name: 'children.json', about: m.your_data_file_children, content: list(children(ctx, actor, own)) },
    {
      name: 'days-away.json',
      about: m.your_data_file_away,
      content: list(daysAway(ctx, actor, own)),
    },
    {
      name: 'grown-ups.json',
      about: m.your_data_file_grown_ups,
      content: json(() => grownUpsOf(ctx)),
    },
    { name: 'connections.json', about: m.your_data_file_connections, content: list(connections(ctx, actor)) },
    { name: 'groups.json', about: m.your_data_file_groups, content: list(groups(ctx, actor, own)) },
    { name: 'playdates.json', about: m.your_data_file_playdates, content: list(playdates(ctx)) },
    { name: 'orders.json', about: m.your_data_file_orders, content: list(orders(ctx)) },
    { name: 'messages.json', about: m.your_data_file_messages, content: list(messages(ctx, pausedSince)) },
    {
      name: 'blocks-and-reports.json',
      about: m.your_data_file_safety,
      content: json(() => safetyOf(ctx, actor)),
    },
  ]
}

async function* children(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  own: readonly OwnChild[],
): Values {
  const { notes } = await getAfternoon(ctx, actor)
  yield own.map((row, at) => {
    const note = notes.find(({ id }) => id === row.id)
    return present.child(row, { at, note, isWhole: row.isWhole })
  })
}

async function profileOf(ctx: Ctx, user: UserRow, actor: Authorised<Actor>): Promise<object> {
  const { caregiverId, userId } = actor
  return present.profile({
    user,
    caregiver: caregiverId ? await findCaregiver(ctx.db, caregiverId) : undefined,
    showsNumber: caregiverId ? (await findChoice(ctx.db, caregiverId)).shows_number : false,
    subscription: await findSubscription(ctx.db, userId),
    standing: presentStanding(await getStanding(ctx, actor), ctx),
    appeals: await listOwnAppeals(ctx.db, userId),
    crashReports: await listOwnCrashReports(ctx.db, userId),
  })
}

async function* daysAway(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  own: readonly ChildRow[],
): Values {
  const rows = await listDaysAway(ctx, actor)
  const shown = actor.isPaused ? rows.filter(({ caregiver_id }) => caregiver_id === actor.caregiverId) : rows
  yield shown.map((row) => present.daysAway(presentDaysAway(row, ctx), own))
}

async function grownUpsOf({ db, actor: { caregiverId } }: CaregiverCtx): Promise<object> {
  const [places, links] = await Promise.all([listOwnPlaces(db, caregiverId), listOwnLinks(db, caregiverId)])
  return { places: places.map(present.place), links: links.map(present.link) }
}

async function* orders({ db, actor }: CaregiverCtx): Values {
  for (const ask of await listAsks(db, actor.caregiverId)) {
    yield [present.order(presentAsk({ ask, steps: await listSteps(db, actor.caregiverId, ask.id) }))]
  }
}

async function* connections(ctx: CaregiverCtx, actor: Authorised<CaregiverActor>): Values {
  const { rows } = await listConnections(ctx, actor)
  yield rows.map((row) => present.connection(presentConnection({ row }, ctx), actor.caregiverId))
}

async function* groups(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  own: readonly OwnChild[],
): Values {
  const rows = await listMemberships(ctx, actor)
  const whole = own.filter(({ isWhole }) => isWhole).map(({ id }) => id)
  yield rows.map((row) => present.membership(presentMembership(row), whole))
}

async function consentsOf(ctx: Ctx, actor: Authorised<Actor>): Promise<object> {
  return (await listConsents(ctx, actor)).map(presentConsent)
}

async function devicesOf(ctx: Ctx, actor: Authorised<Actor>): Promise<object> {
  const sessions = await listSessions(ctx, actor)
  const passkeys = await listPasskeys(ctx.db, actor.userId)
  return {
    signedIn: sessions.map((row) => present.device(presentSession(row, actor.sessionId))),
    passkeys: passkeys.map((row) => present.passkey(presentPasskey(row))),
  }
}

async function safetyOf(ctx: CaregiverCtx, actor: Authorised<CaregiverActor>): Promise<object> {
  return present.safety(await getSafety(ctx, actor), actor.caregiverId)
}

const pageLength = 50

async function* playdates(ctx: CaregiverCtx): Values {
  const { caregiverId: viewer, isPaused: onlyOver } = ctx.actor
  const read = (after: string | undefined) => listAll(ctx.db, viewer, { after, onlyOver, limit: pageLength })
  for await (const rows of pages(read)) {
    yield rows.map((row) => present.playdate(presentPlaydate(row, ctx)))
  }
}

async function* messages(
  { db, actor: { caregiverId: viewer } }: CaregiverCtx,
  pausedSince: Date | null,
): Values {
  for await (const rooms of pages((after) => listRooms(db, viewer, { after, limit: pageLength }))) {
    for (const room of rooms) {
      const isShown = ({ sender, created_at }: MessageRow) =>
        pausedSince === null || sender?.id === viewer || (room.is_over && created_at <= pausedSince)
      const read = (cursor: string | undefined) =>
        listMessages(db, viewer, room.id, { cursor, limit: pageLength })
      for await (const rows of pages(read)) {
        yield rows.filter(isShown).map((row) => present.message(presentMessage(row), room))
      }
    }
  }
}

async function* notices(ctx: Ctx, actor: Authorised<Actor>, pausedSince: Date | null): Values {
  const isShown = ({ created_at }: NoticeRow) => pausedSince === null || created_at <= pausedSince
  for await (const rows of pages((cursor) => listNotifications(ctx, actor, cursor))) {
    yield rows.filter(isShown).map((row) => present.notice(presentNotification(row)))
  }
}

/** Reads pages, each after the last row of the one before, until one is empty. */
async function* pages<Row extends { id: string }>(
  read: (after: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1)?.id)) yield rows
}

async function* bytesOf(files: FileStore, photo: string): AsyncGenerator<Uint8Array> {
  const file = await files.read(photoName(photo))
  if (file) yield* file.content
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

async function* json(read: () => Promise<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`
}

/** Writes all pages as one list, with a single page in memory at a time. */
async function* list(values: Values): AsyncGenerator<string> {
  let between = '['
  for await (const page of values) {
    for (const value of page) {
      yield `${between}\n${JSON.stringify(value, null, 2)}`
      between = ','
    }
  }
  yield between === '[' ? '[]\n' : '\n]\n'
}

/** Reads each part in the user's language: a stream that is read later runs in no language. */
async function* inWordsOf({ language }: UserRow, content: AsyncIterable<string>): AsyncGenerator<string> {
  const parts = content[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await inLanguage(language, () => parts.next())
      if (done) return
      yield value
    }
  } finally {
    await parts.return?.()
  }
}
