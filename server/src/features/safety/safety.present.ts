import type { Safety } from '@tagalong/contract/features/safety/safety.contract.ts'
import type { BlockRow } from './blocks/blocks.db.ts'
import { presentBlock } from './blocks/blocks.present.ts'
import type { MuteRow } from './mutes/mutes.db.ts'
import { presentMute } from './mutes/mutes.present.ts'
import type { OwnReportRow } from './reports/reports.db.ts'
import { presentOwnReport } from './reports/reports.present.ts'

interface SafetyRows {
  promise: string | null
  blocks: readonly BlockRow[]
  mutes: readonly MuteRow[]
  reports: readonly OwnReportRow[]
}

export function presentSafety({ promise, blocks, mutes, reports }: SafetyRows): Safety {
  return {
    promise,
    blocked: blocks.map(presentBlock),
    muted: mutes.map(presentMute),
    reports: reports.map(presentOwnReport),
  }
}
