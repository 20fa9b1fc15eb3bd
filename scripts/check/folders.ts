import type { Breach } from './breach.ts'
import { featuresOf, unmirrored, type Workspace, workspaces } from './features.ts'
import type { Source } from './sources.ts'

/** Checks that every feature has its folder in each workspace, and that there are no others. */
export function checkFolders(sources: readonly Source[]): Breach[] {
  return [...workspaces.flatMap((each) => strangers(sources, each)), ...missing(sources)]
}

function strangers(sources: readonly Source[], workspace: Workspace): Breach[] {
  return [...featureFolders(sources, workspace)]
    .filter((name) => !featuresOf[workspace].includes(name))
    .map((name) => ({
      path: `${workspace}/src/features/${name}`,
      rule: 'known-feature',
      advice: 'move it into a feature of scripts/check/features.ts, or give it a place in that order',
    }))
}

function missing(sources: readonly Source[]): Breach[] {
  const contract = featureFolders(sources, 'contract')
  return (['server', 'web'] as const).flatMap((workspace) => {
    const there = featureFolders(sources, workspace)
    return [...contract]
      .filter((name) => !there.has(name) && !unmirrored[workspace][name])
      .map((name) => ({
        path: `contract/src/features/${name}`,
        rule: 'mirrored-folder',
        advice: `make ${workspace}/src/features/${name}, or say in scripts/check/features.ts why there is none`,
      }))
  })
}

function featureFolders(sources: readonly Source[], workspace: Workspace): Set<string> {
  const start = `${workspace}/src/features/`
  return new Set(
    sources
      .filter(({ path }) => path.startsWith(start))
      .map(({ path }) => path.slice(start.length).split('/')[0] ?? ''),
  )
}
