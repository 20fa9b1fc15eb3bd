/** One thing that a rule doesn't allow. */
export interface Breach {
  /** From the root of the repository. */
  path: string
  rule: string
  /** What to do about it. */
  advice: string
}

export function line({ path, rule, advice }: Breach): string {
  return `${path}: ${rule}: ${advice}`
}
