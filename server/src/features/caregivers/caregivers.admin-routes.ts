import {
  getCaregiver,
  getCaregiverOfUser,
  listCaregivers as listCaregiversCall,
  listCaregiverValues as listCaregiverValuesCall,
  saveCaregiver as saveCaregiverCall,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists.ts'
import { route } from '#http/route.ts'
import { anyCaregiver, caregiverOfUser, caregiverToSave } from './caregivers.admin.policy.ts'
import { listCaregivers, listCaregiverValues, saveCaregiver } from './caregivers.admin.service.ts'
import { presentProfile } from './caregivers.present.ts'

export const caregiverAdminRoutes = [
  route(listCaregiversCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listCaregivers(ctx, admin, query), presentProfile),
  }),
  route(listCaregiverValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listCaregiverValues(ctx, admin, query)),
  }),
  route(getCaregiver, { policy: anyCaregiver, handle: (_ctx, row) => presentProfile(row) }),
  route(getCaregiverOfUser, { policy: caregiverOfUser, handle: (_ctx, row) => presentProfile(row) }),
  route(
    saveCaregiverCall,
    audited(saveCaregiverCall, {
      policy: caregiverToSave,
      act: (ctx, caregiver, { body }) => saveCaregiver(ctx, caregiver, body),
      present: ({ row, inviteUrl }) => ({ ...presentProfile(row), inviteUrl }),
    }),
  ),
]
