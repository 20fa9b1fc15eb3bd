import { m } from '@tagalong/contract/messages.ts'

/** The sources that invited children can come from. */
export const sourceTabs = () =>
  [
    { key: 'friends', label: m.plan_from_friends() },
    { key: 'groups', label: m.plan_from_groups() },
  ] as const
