import type { TestApp } from './app.ts'
import type { Person } from './world.ts'

interface Tried {
  /** Whatever may be named in a path. */
  ids: readonly string[]
  isAdmin?: boolean
  queriesOf?: (path: string) => object[]
}

/** Whatever they can read, by every call that only reads, with every id that there is. */
export async function readEverything(
  t: TestApp,
  as: Person,
  { ids, isAdmin = false, queriesOf = () => [{}] }: Tried,
): Promise<string> {
  const texts: string[] = []
  for (const endpoint of t.app.endpoints.filter(({ method }) => method === 'GET')) {
    // These end the session, and take another token.
    if (/logout|refresh/.test(endpoint.path)) continue
    // The guard of that scope looks at no id.
    const tried = endpoint.scope === 'admin' && !isAdmin ? ids.slice(0, 1) : ids
    const named = endpoint.path.includes(':') ? tried : ['']
    for (const id of named) {
      const params = {
        id,
        caregiver: id,
        subject: id,
        kind: 'room',
        caregiverId: id,
        groupId: id,
        playdateId: id,
        fileKey: id,
        fileName: id,
        contentType: id,
      }
      for (const query of queriesOf(endpoint.path)) {
        texts.push((await t.call(endpoint, { params, query } as never, { as })).text)
      }
    }
  }
  return texts.join('\n')
}
