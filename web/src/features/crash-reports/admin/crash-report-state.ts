import { crashReportStates } from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'

/** `new` as the screens write it. */
export function stateWords(state: string): string {
  return state.charAt(0).toUpperCase() + state.slice(1)
}

export const stateOptions = crashReportStates.map((value) => ({ value, text: stateWords(value) }))
