import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { maxIntroduced } from '../guardians/guardians.rules.ts'

const friends = z
  .array(id, { error: m.prompt_introduction_friends })
  .check(
    z.minLength(1, { error: m.prompt_introduction_friends }),
    z.maxLength(maxIntroduced, { error: m.prompt_introduction_too_many }),
  )

/** Friends of another guardian of the caller's child, whom that guardian would like the caller to meet. */
export const introduction = z.object({ from: caregiverName, friends: z.array(caregiverName) })
export type Introduction = z.infer<typeof introduction>

/**
 * Introduces own friends to another guardian of an own child. Replaces the caller's previous introduction to that
 * guardian. Deleted after 30 days.
 */
export const createIntroduction = endpoint({
  name: 'introductions.create',
  summary: 'Introduce another guardian to own friends',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/introduction',
  body: z.strictObject({ child: id, to: id, friends }),
  data: z.object({}),
  status: 201,
  idempotent: true,
})

export const listIntroductions = endpoint({
  name: 'introductions.list',
  summary: 'List whom others would like the caller to meet',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/introduction',
  data: z.array(introduction),
})

const fromParams = z.strictObject({ from: id })

/** Sends each named friend an ordinary invitation from the caller. */
export const acceptIntroduction = endpoint({
  name: 'introductions.accept',
  summary: 'Invite whom another guardian introduced',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/introduction/:from/accepted',
  params: fromParams,
  body: z.strictObject({ friends }),
  data: z.object({}),
})

/** Nobody is notified. */
export const rejectIntroduction = endpoint({
  name: 'introductions.reject',
  summary: 'Delete an introduction',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/introduction/:from/rejected',
  params: fromParams,
  body: z.strictObject({}),
  data: z.object({}),
})
