import type { Plugin } from 'vite'

const imported = /import \{ m \} from ["'][^"']*\/messages\.ts["']/
const used = /(?<![\w$.])m\.(\w+)/g

/**
 * `m.common_sign_in()` becomes an import of that text alone. Through `m` every file would import every text, and by what
 * files import it is decided which script of the app a text goes into.
 *
 * @param folder of the texts that were compiled one by one
 */
export function messagesPlugin(folder: string): Plugin {
  return {
    name: 'messages',
    apply: 'build',
    // Once TypeScript's own imports are gone.
    enforce: 'post',
    transform: {
      filter: { id: /\/(?:web|contract)\/src\//, code: /\/messages\.ts["']/ },
      handler(code) {
        const texts = new Set([...code.matchAll(used)].flatMap(([, text]) => text ?? []))
        const imports = [...texts].map(
          (text) => `import { ${text} as m_${text} } from '${folder}/${text}.js'`,
        )
        return { code: code.replace(imported, () => imports.join('; ')).replaceAll(used, 'm_$1'), map: null }
      },
    },
  }
}
