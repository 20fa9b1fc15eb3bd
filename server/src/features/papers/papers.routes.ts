import * as calls from '@tagalong/contract/features/papers/papers.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentConsent } from './papers.present.ts'
import { listConsents } from './papers.service.ts'

export const papersRoutes = [
  route(calls.listConsents, {
    policy: caller<Actor>,
    handle: listConsents,
    present: (rows) => rows.map(presentConsent),
  }),
]
