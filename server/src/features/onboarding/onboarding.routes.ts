import * as calls from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { presentProfile } from '#features/caregivers/caregivers.present.ts'
import { refuseNewNumber } from '#features/caregivers/caregivers.service.ts'
import { presentOwnChild } from '#features/children/children.present.ts'
import { preparePhotos } from '#features/files/files.service.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { photoField, submitOnboarding } from './onboarding.service.ts'

export const onboardingRoutes = [
  route(calls.submitOnboarding, {
    policy: caller<Actor>,
    async prepare(ctx, { body }) {
      const photos = body.children.map(({ photo }, index) => ({ field: photoField(index), key: photo }))
      return (await refuseNewNumber(ctx, body.phoneNumber)) ?? preparePhotos(ctx, photos)
    },
    handle: (ctx, actor, { body }) => submitOnboarding(ctx, actor, body),
    present: ({ profile, children }) => ({
      profile: presentProfile(profile),
      children: children.map((child) => presentOwnChild(child, { actor: { caregiverId: profile.id } })),
    }),
  }),
]
