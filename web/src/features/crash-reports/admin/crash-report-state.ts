import { crashReportStates } from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'

/** Returns a state in the screens' spelling, such as `New`. */
export function stateWords(state: string): string {
  return state.charAt(0).toUpperCase() + state.slice(1)
}

export const stateOptions = crashReportStates.map((value) => ({ value, text: stateWords(value) }))
