import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import type { Plugin } from 'vite'

const imports = /import \{([^}]*)\} from ["'](@tagalong\/contract\/[^"']+\.contract\.ts)["']/g
/** Prefix of the module name of a single call. The contract's name follows, then `#` and the call's name. */
const bare = 'bare-call:'
/** The leading `\0` marks a module that is not a file, by Rollup's convention. */
const made = `\0${bare}`

/**
 * A call without a body is sent by its address alone, and the browser doesn't validate answers. So the app gets such
 * calls without their schemas, which would pull zod into every first load.
 */
export const bareCallsPlugin: Plugin = {
  name: 'bare-calls',
  apply: 'build',
  // Runs after TypeScript's type-only imports are gone.
  enforce: 'post',
  resolveId: (id) => (id.startsWith(bare) ? `\0${id}` : null),
  load: async (id) => {
    if (!id.startsWith(made)) return null
    const [contract = '', name = ''] = id.slice(made.length).split('#')
    const call = (await bareCallsOf(contract)).get(name)
    return `export const ${name} = ${JSON.stringify(call)}`
  },
  transform: {
    filter: { id: /\/web\/src\//, code: /\.contract\.ts/ },
    async handler(code) {
      let changed = code
      for (const [whole, names = '', contract = ''] of code.matchAll(imports)) {
        const calls = await bareCallsOf(contract)
        const each = names.split(',').map((specifier) => {
          const [name = ''] = specifier.trim().split(' ')
          return `import { ${specifier} } from '${calls.has(name) ? `${bare}${contract}#${name}` : contract}'`
        })
        changed = changed.replace(whole, each.join('; '))
      }
      return { code: changed, map: null }
    },
  },
}

/** Returns a contract's calls without a body, by the names under which it exports them. */
async function bareCallsOf(contract: string): Promise<Map<string, object>> {
  const exported = Object.entries((await import(contract)) as Record<string, unknown>)
  return new Map(
    exported.flatMap(([name, value]) => {
      if (!isEndpoint(value) || value.body) return []
      const { scope, guard, method, path, type } = value
      const isFile = type !== 'application/json'
      return [[name, { scope, guard, method, path, ...(isFile && { type }) }]]
    }),
  )
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'scope' in value && 'guard' in value
}
