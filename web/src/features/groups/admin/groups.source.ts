import {
  type ListedGroup,
  listGroups,
  listGroupValues,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'

export const groupsSource = sourceOf<ListedGroup>(['admin', 'groups'], listGroups, listGroupValues)
