import * as calls from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { listHelp } from './help.service.ts'
import { helperToChange, ownGuardianship, ownPlace, placeToLeave } from './places.policy.ts'
import { presentGrownUps, presentHelp, presentLeft, presentPlace, presentQuestion } from './places.present.ts'
import {
  changeHelper,
  endHelp,
  leaveChild,
  listGrownUps,
  refuseManyLeavings,
  saveOwnPlace,
  stayWithChild,
} from './places.service.ts'
import { answerGrownUpQuestion, getGrownUpQuestion } from './question.service.ts'

export const placeRoutes = [
  route(calls.listGrownUps, {
    policy: ownPlace,
    handle: listGrownUps,
    present: presentGrownUps,
  }),
  route(calls.saveOwnPlace, {
    policy: ownGuardianship,
    handle: (ctx, place, { body }) => saveOwnPlace(ctx, place, body),
    present: presentPlace,
  }),
  route(calls.leaveChild, {
    policy: placeToLeave,
    prepare: refuseManyLeavings,
    handle: leaveChild,
    present: presentLeft,
  }),
  route(calls.stayWithChild, {
    policy: ownGuardianship,
    handle: stayWithChild,
    present: presentPlace,
  }),
  route(calls.changeHelper, {
    policy: helperToChange,
    handle: (ctx, place, { body }) => changeHelper(ctx, place, body),
    present: presentPlace,
  }),
  route(calls.endHelp, {
    policy: helperToChange,
    handle: endHelp,
    present: presentNothing,
  }),
  route(calls.listHelp, {
    policy: caller<CaregiverActor>,
    handle: listHelp,
    present: (rows) => rows.map(presentHelp),
  }),
  route(calls.getGrownUpQuestion, {
    policy: caller<CaregiverActor>,
    handle: getGrownUpQuestion,
    present: presentQuestion,
  }),
  route(calls.answerGrownUpQuestion, {
    policy: caller<CaregiverActor>,
    handle: answerGrownUpQuestion,
    present: presentNothing,
  }),
]
