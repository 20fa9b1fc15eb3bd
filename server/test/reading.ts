import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import type { Reply, TestApp } from './app.ts'
import { unzip } from './unzip.ts'
import type { Person } from './world.ts'

interface Tried {
  /** All ids that a path may name. */
  ids: readonly string[]
  isAdmin?: boolean
  queriesOf?: (path: string) => object[]
}

/** Returns all that they can read: calls every endpoint that only reads, with every id that there is. */
export async function readEverything(
  t: TestApp,
  as: Person,
  { ids, isAdmin = false, queriesOf = () => [{}] }: Tried,
): Promise<string> {
  const texts: string[] = []
  // Lets a test download as often as it likes.
  await t.database.pool.query(`delete from rate_limit where key like 'my-data:%'`)
  // A download notifies the user who made it.
  await t.database.pool.query(`delete from notification where message = 'security.downloaded'`)
  for (const endpoint of t.app.endpoints.filter(({ method }) => method === 'GET')) {
    // These end the session, or need another token.
    if (/logout|refresh/.test(endpoint.path)) continue
    // The guard of this scope looks at no id.
    const tried = endpoint.scope === 'admin' && !isAdmin ? ids.slice(0, 1) : ids
    const named = endpoint.path.includes(':') ? tried : ['']
    const asked = named.flatMap((id) => {
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
      return queriesOf(endpoint.path).map((query) => ({ params, query }))
    })
    const replies = await Promise.all(asked.map((input) => t.call(endpoint, input as never, { as })))
    texts.push(...replies.map((reply) => textOf(endpoint, reply)))
  }
  return texts.join('\n')
}

/**
 * Returns a reply's text without signatures and keys, whose random letters may spell any short word; of a zip, the
 * contents of its files without the time at which it was packed.
 */
function textOf({ type }: AnyEndpoint, { status, bytes, text }: Reply): string {
  if (type === 'application/json' || status !== 200) return text.replaceAll(/[\w-]{43,}/g, '')
  const files = [...unzip(bytes)].filter(([name]) => name !== 'README.txt')
  return files.map(([name, content]) => `${name} ${content}`).join('\n')
}
