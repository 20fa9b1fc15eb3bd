import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const imported = /import \{ m \} from ["'][^"']*\/messages\.ts["']/
const used = /(?<![\w$.])m\.(\w+)/g

/** How a text that was compiled by itself chooses its language, and so do its parts. */
const chooses =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s*const locale = experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\s*if \(locale === "es"\) return (?:typeof )?([\w.]+).*\s*return (?:typeof )?([\w.]+).*\s*\}\)/g

/**
 * `m.auth_sign_in()` becomes an import of that text alone, and of a copy for this file: so it goes into the script that
 * the file goes into. A text of several files would be a script of its own, which a page has to ask for, and through `m`
 * every file would import every text.
 *
 * @param folder of the texts that were compiled one by one
 */
export function messagesPlugin(folder: string): Plugin {
  return {
    name: 'messages',
    apply: 'build',
    // Once TypeScript's own imports are gone.
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

/** A text whose languages are chosen between by the function of contract/src/messages/split/runtime.js. */
function choosingInOnePlace(file: string): string {
  const text = readFileSync(file, 'utf8')
  const changed = text.replaceAll(chooses, 'chooseText($2, $1)')
  if (changed === text)
    throw new Error(`${file} chooses its language in a way that messages-plugin.ts doesn’t know.`)
  return `import { chooseText } from '../runtime.js'\n${changed}`
}
