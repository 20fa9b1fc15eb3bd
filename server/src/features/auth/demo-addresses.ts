/** Addresses of the demo accounts, whose password is in the README. */
export const demoAddresses = {
  priya: 'priya@example.org',
  amara: 'amara@example.org',
  sofia: 'sofia@example.org',
  marcus: 'marcus@example.org',
  dev: 'dev@example.org',
  asha: 'asha@example.org',
  admin: 'admin@example.org',
} as const

export function isDemoAddress(email: string): boolean {
  return Object.values<string>(demoAddresses).includes(email.toLowerCase())
}
