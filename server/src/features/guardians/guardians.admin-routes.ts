import * as calls from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { audited } from '#http/audit.ts'
import { presentNothing, route } from '#http/route.ts'
import { anyGrownUps, placeToChange } from './guardians.admin.policy.ts'
import { presentKnownPlace, presentKnownPlaces } from './guardians.admin.present.ts'
import { changePlace, stopPlaceChange } from './guardians.admin.service.ts'

export const guardianAdminRoutes = [
  route(calls.listKnownPlaces, { policy: anyGrownUps, present: presentKnownPlaces }),
  audited(calls.changePlace, {
    policy: placeToChange,
    handle: (ctx, place, { body }) => changePlace(ctx, place, body),
    present: presentKnownPlace,
  }),
  audited(calls.stopPlaceChange, {
    policy: placeToChange,
    handle: (ctx, place, { query }) => stopPlaceChange(ctx, place, query.at),
    present: presentNothing,
  }),
]
