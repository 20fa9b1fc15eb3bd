import * as calls from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { playdateToEnter } from './calendar.policy.ts'
import { presentEntryFile, presentFeed } from './calendar.present.ts'
import {
  chooseCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
  getPlaydateCalendar,
  refuseManyLinks,
} from './calendar.service.ts'

export const calendarRoutes = [
  route(calls.getCalendarFeed, {
    policy: caller<CaregiverActor>,
    handle: getCalendarFeed,
    present: (row) => row && presentFeed(row),
  }),
  route(calls.createCalendarFeed, {
    policy: caller<CaregiverActor>,
    prepare: refuseManyLinks,
    handle: (ctx, actor, { body }) => createCalendarFeed(ctx, actor, body),
    present: ({ feed, url }) => ({ feed: presentFeed(feed), url }),
  }),
  route(calls.chooseCalendarFeed, {
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { body }) => chooseCalendarFeed(ctx, actor, body),
    present: presentFeed,
  }),
  route(calls.deleteCalendarFeed, {
    policy: caller<CaregiverActor>,
    handle: deleteCalendarFeed,
    present: presentNothing,
  }),
  route(calls.getPlaydateCalendar, {
    policy: playdateToEnter,
    handle: getPlaydateCalendar,
    present: presentEntryFile,
  }),
]
