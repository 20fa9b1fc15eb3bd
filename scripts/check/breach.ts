/** A breach of a rule. */
export interface Breach {
  /** From the root of the repository. */
  path: string
  rule: string
  /** How to fix it. */
  advice: string
}

export function line({ path, rule, advice }: Breach): string {
  return `${path}: ${rule}: ${advice}`
}
