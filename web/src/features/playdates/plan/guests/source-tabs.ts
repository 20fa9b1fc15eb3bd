import { m } from '@tagalong/contract/messages.ts'

/** Where invited children come from. */
export const sourceTabs = () =>
  [
    { key: 'friends', label: m.plan_from_friends() },
    { key: 'groups', label: m.plan_from_groups() },
  ] as const
