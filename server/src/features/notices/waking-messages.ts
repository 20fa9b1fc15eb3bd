import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'

/** Of children in danger: administrators are waked. */
export const wakingMessages: readonly NoticeMessage[] = ['report.danger', 'report.nobody']
