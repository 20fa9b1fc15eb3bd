/** A feature may import only features before it. docs/architecture.md says why. */
const features = [
  'retention',
  'visibility',
  'files',
  'users',
  'audit-log',
  'caregivers',
  'auth',
  'notices',
  'push',
  'notifications',
  'papers',
  'guardians',
  'children',
  'connections',
  'groups',
  'billing',
  'playdates',
  'afternoon',
  'calendar',
  'chat',
  'safety',
  'onboarding',
  'broadcasts',
  'crash-reports',
  'erasure',
  'your-data',
] as const

/**
 * The web's own order. `home` shows something of every feature, so it is last. The menu of `safety` about a person is
 * shown on others' cards and beside a child's helpers, so it comes before `guardians`.
 */
const others: string[] = features.filter((name) => name !== 'safety')
const webFeatures = [...others.toSpliced(others.indexOf('guardians'), 0, 'safety'), 'home']

export type Workspace = 'contract' | 'server' | 'web'
export const workspaces: readonly Workspace[] = ['contract', 'server', 'web']

export const featuresOf: Record<Workspace, readonly string[]> = {
  contract: features,
  server: features,
  web: webFeatures,
}

/** Features of the contract without a folder in a workspace, with the reason. */
export const unmirrored: Record<'server' | 'web', Partial<Record<string, string>>> = {
  server: { retention: 'the sweep of server/src/jobs runs on it' },
  web: {
    notices: 'the server puts their words together',
    papers: '/terms and /privacy are of auth, and /your-data lists who agreed to what',
  },
}
