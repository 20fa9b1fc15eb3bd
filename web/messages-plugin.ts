import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const imported = /import \{ m \} from ["'][^"']*\/messages\.ts["']/
const used = /(?<![\w$.])m\.(\w+)/g

/** How a compiled text, and each of its parts, chooses its language. */
const chooses =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s*const locale = experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\s*if \(locale === "es"\) return (?:typeof )?([\w.]+).*\s*return (?:typeof )?([\w.]+).*\s*\}\)/g

/**
 * Turns `m.auth_sign_in()` into an import of that text alone, in a copy of its own for each importing file. So the text
 * ends up in the same script as the file. A shared text would be one more script for the page to fetch, and importing
 * `m` would import every text.
 *
 * @param folder of the texts that were compiled one by one
 */
export function messagesPlugin(folder: string): Plugin {
  return {
    name: 'messages',
    apply: 'build',
    // Runs after TypeScript's type-only imports are gone.
    enforce: 'post',
    load(id) {
      const [file = ''] = id.split('?')
      const isText = !relative(folder, file).startsWith('..') && !file.endsWith('/_index.js')
      return isText ? choosingInOnePlace(file) : null
    },
    transform(code, id) {
      if (!/\/(?:web|contract)\/src\//.test(id) || !imported.test(code)) return null
      const texts = new Set([...code.matchAll(used)].flatMap(([, text]) => text ?? []))
      const imports = [...texts].map(
        (text) => `import { ${text} as m_${text} } from '${folder}/${text}.js?in=${encodeURIComponent(id)}'`,
      )
      return { code: code.replace(imported, () => imports.join('; ')).replaceAll(used, 'm_$1'), map: null }
    },
  }
}

/**
 * Returns a text's code, changed to choose its language with `chooseText` of contract/src/messages/split/runtime.js.
 */
function choosingInOnePlace(file: string): string {
  const text = readFileSync(file, 'utf8')
  const changed = text.replaceAll(chooses, 'chooseText($2, $1)')
  if (changed === text)
    throw new Error(`${file} chooses its language in a way that messages-plugin.ts doesn’t know.`)
  return `import { chooseText } from '../runtime.js'\n${changed}`
}
