import {
  listUsers,
  listUserValues,
  type User,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'

export const usersSource = sourceOf<User>(['admin', 'users'], listUsers, listUserValues)
