import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'

/** Notices of children in danger: they wake administrators. */
export const wakingMessages: readonly NoticeMessage[] = ['report.danger', 'report.nobody']
