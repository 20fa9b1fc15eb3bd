import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { caregiverProfile, profileFields } from '../caregivers/caregivers.contract.ts'
import { child, childFields } from '../children/children.contract.ts'

/**
 * Creates the profile and children together, all or nothing. 409 if there is a profile already or the number is taken.
 */
export const submitOnboarding = endpoint({
  name: 'onboarding.submit',
  summary: 'Create the own profile with its children',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/onboarding-submit',
  body: z.strictObject({
    ...profileFields,
    /** May be empty only for a user who accepted an invite to be a child's grown-up. */
    children: z.array(childFields).check(z.maxLength(20, { error: m.prompt_onboarding_too_many })),
  }),
  data: z.object({ profile: caregiverProfile, children: z.array(child) }),
  idempotent: true,
})

/** The body that every other user sends. */
export const onboardingWithChild = z.extend(submitOnboarding.body, {
  children: submitOnboarding.body.shape.children.check(
    z.minLength(1, { error: m.prompt_onboarding_no_child }),
  ),
})
