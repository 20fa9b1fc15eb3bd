import * as calls from '@tagalong/contract/features/playdates/suggestions.contract.ts'
import { route } from '#http/route.ts'
import { childrenToMeet } from './suggestions.policy.ts'
import { suggestTimes } from './suggestions.service.ts'

export const suggestionRoutes = [
  route(calls.suggestTimes, {
    policy: childrenToMeet,
    // Only reads, and counts its limit outside of transactions.
    transaction: 'own',
    handle: (ctx, children, { body }) => suggestTimes(ctx, children, body),
    present: (suggestions) => ({
      suggestions: suggestions.map((each) => ({ ...each, start: new Date(each.start).toISOString() })),
    }),
  }),
]
