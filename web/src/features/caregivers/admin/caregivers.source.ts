import {
  listCaregivers,
  listCaregiverValues,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'

export const caregiversSource = sourceOf<CaregiverProfile>(
  ['admin', 'caregivers'],
  listCaregivers,
  listCaregiverValues,
)
