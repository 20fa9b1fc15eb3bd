/** Texts of refusals for administrators. */
export const groupAdminTexts = {
  duplicate: 'This caregiver has a membership in this group already',
  noCaregiver: 'There is no such caregiver any more',
  noName: 'Please enter a name for the group',
  noPodName: 'Please enter a name for the pod',
  noGroup: 'There is no such group any more',
  otherCaregiver: 'The caregiver of a membership stays. Please add another membership.',
  otherGroup: 'The group of a membership stays. Please add another membership.',
  notTheirs: "Please pick this caregiver's children only",
  podOfOther: 'This pod belongs to another group',
  hasMembers: 'This group still has members. Please end or delete their memberships first.',
  reported: 'Something about this group was reported. Please decide that first.',
} as const

const shortestCode = 12
const longestCode = 64
const fewestDifferent = 8
const longestRun = 3

/** Shown beside the field for a code. */
export const codeRule = `At least ${shortestCode} letters, numbers or hyphens. Capitals don't matter.`

/** Returns why a typed code is not a good one; null if it is. */
export function codeProblem(code: string): string | null {
  if (code.length < shortestCode) return `Please use at least ${shortestCode} characters`
  if (code.length > longestCode) return `Please use at most ${longestCode} characters`
  if (!/^[A-Za-z0-9-]+$/.test(code)) return 'Please use letters, numbers and hyphens only'
  // Stryker disable next-line MethodExpression: either case will do, as long as it is one
  const signs = [...code.toLowerCase()].filter((sign) => sign !== '-')
  if (new Set(signs).size < fewestDifferent) {
    return `Please use at least ${fewestDifferent} different letters or numbers`
  }
  return hasRun(signs) ? 'Please leave out runs such as 1234 or abcd' : null
}

/** True if a sequence such as `1234` or `dcba` is longer than allowed. */
function hasRun(signs: readonly string[]): boolean {
  // Stryker disable next-line StringLiteral: there is always one before
  const steps = signs.slice(1).map((sign, at) => sign.charCodeAt(0) - (signs[at] ?? '').charCodeAt(0))
  return [1, -1].some((step) => {
    let length = 1
    return steps.some((each) => {
      length = each === step ? length + 1 : 1
      return length > longestRun
    })
  })
}
