import { hashOf, newToken } from '#features/auth/tokens.ts'
import { listForCalendar } from '#features/playdates/playdates.db.ts'
import { notifyOfSecurity, type SecurityCtx } from '#features/users/security-facts.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { inLanguage } from '#language.ts'
import {
  deleteFeed,
  deleteFeedOfUser,
  type FeedRow,
  findFeed,
  findFeedToRead,
  type ReadFeedRow,
  replaceFeed,
  updateChoice,
} from './calendar.db.ts'
import { calendarOf, type EntryFile, goesTo, googleUrlOf, type Timed, titleOf } from './entries.ts'

const day = 86_400_000
/** Days that a feed covers. */
const feedDays = { past: 30, ahead: 365 }
const maxEntries = 500
const links = { name: 'calendar-link', points: 10, seconds: 86_400 }

export async function getCalendarFeed(
  { db }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
): Promise<FeedRow | null> {
  return (await findFeed(db, caregiverId)) ?? null
}

/** Runs before the transaction. */
export function refuseManyLinks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(links, actor.caregiverId)
}

/** Returns the feed's address, which is never shown again. */
export async function createCalendarFeed(
  { db, env }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
  { saysWhoAndWhere }: { saysWhoAndWhere: boolean },
): Promise<{ feed: FeedRow; url: string }> {
  const token = newToken()
  const feed = await replaceFeed(db, { caregiverId, hash: hashOf(token), saysWhoAndWhere })
  return { feed, url: `${env.publicUrl}/calendar/${token}.ics` }
}

export async function chooseCalendarFeed(
  { db }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
  { saysWhoAndWhere }: { saysWhoAndWhere: boolean },
): Promise<FeedRow | Refusal> {
  return (await updateChoice(db, caregiverId, saysWhoAndWhere)) ?? notFound
}

export async function deleteCalendarFeed(
  { db }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
): Promise<Refusal | null> {
  return (await deleteFeed(db, caregiverId)) ? null : notFound
}

/** Ends the feed if somebody else may have used the account: anybody with the address then reads nothing more. */
export async function endCalendarFeed(ctx: SecurityCtx, userId: string): Promise<void> {
  if (await deleteFeedOfUser(ctx.db, userId)) await notifyOfSecurity(ctx, userId, 'feedEnded')
}

type ReadingCtx = Pick<Ctx<unknown>, 'db' | 'clock' | 'env'>

/** A caregiver without playdates, so that a dead address takes as long as a living one without entries. */
const nobody: ReadFeedRow = {
  caregiver_id: '00000000-0000-0000-0000-000000000000',
  says_who_and_where: false,
  language: 'en',
}

/**
 * Returns the calendar at that address, without entries if it is dead. Each read checks what its caregiver may see now.
 */
export async function readCalendar(
  { db, clock, env }: ReadingCtx,
  token: string,
): Promise<{ text: string; isEmpty: boolean }> {
  const feed = (await findFeedToRead(db, hashOf(token))) ?? nobody
  const now = clock.now()
  const from = new Date(now - feedDays.past * day)
  const rows = await listForCalendar(db, feed.caregiver_id, {
    from,
    to: new Date(now + feedDays.ahead * day),
    offSince: from,
    limit: maxEntries,
  })
  const entries = rows.filter(goesTo).slice(0, maxEntries)
  const { says_who_and_where: isOpen } = feed
  const text = inLanguage(feed.language, () =>
    calendarOf(entries, { ...env, withTitle: isOpen, withPlace: isOpen }),
  )
  return { text, isEmpty: entries.length === 0 }
}

/** For the caller's own calendar, so with the place; the title is as in their feed. */
export async function getPlaydateCalendar(
  { db, env, actor }: CaregiverCtx,
  playdate: Authorised<Timed>,
): Promise<EntryFile> {
  const withTitle = (await findFeed(db, actor.caregiverId))?.says_who_and_where ?? false
  const { publicUrl } = env
  const title = titleOf(playdate, withTitle)
  return {
    ics: calendarOf([playdate], { ...env, withTitle, withPlace: true }),
    googleUrl: googleUrlOf(playdate, { publicUrl, title }),
  }
}
