import * as calls from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists/lists.ts'
import { route } from '#http/route.ts'
import { anyCaregiver, caregiverOfUser, caregiverToSave } from './caregivers.admin.policy.ts'
import { listCaregivers, listCaregiverValues, saveCaregiver } from './caregivers.admin.service.ts'
import { presentProfile } from './caregivers.present.ts'

export const caregiverAdminRoutes = [
  route(calls.listCaregivers, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listCaregivers(ctx, admin, query),
    present: presentPage(presentProfile),
  }),
  route(calls.listCaregiverValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listCaregiverValues(ctx, admin, query),
    present: presentValues,
  }),
  route(calls.getCaregiver, { policy: anyCaregiver, present: presentProfile }),
  route(calls.getCaregiverOfUser, { policy: caregiverOfUser, present: presentProfile }),
  audited(calls.saveCaregiver, {
    policy: caregiverToSave,
    handle: (ctx, caregiver, { body }) => saveCaregiver(ctx, caregiver, body),
    present: ({ row, inviteUrl }) => ({ ...presentProfile(row), inviteUrl }),
  }),
]
