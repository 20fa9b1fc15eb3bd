import { relative } from 'node:path'
import type { Plugin } from 'vite'

const imported = /import \{ m \} from ["'][^"']*\/messages\.ts["']/
const used = /(?<![\w$.])m\.(\w+)/g

/** How a text that was compiled by itself chooses its language. */
const chooses =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s*const locale = experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\);?\s*if \(locale === "es"\) return (\w+)\(inputs\);?\s*return (\w+)\(inputs\);?\s*\}\)/
/** The same, for all of them in one place. */
const choice = 'virtual:choose-text'
const choose = (runtime: string) => `import { getLocale } from '${runtime}'
export const chooseText = (en, es) => (inputs, options) => ((options?.locale ?? getLocale()) === 'es' ? es : en)(inputs)`

/**
 * `m.auth_sign_in()` becomes an import of that text alone. Through `m` every file would import every text, and by what
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
    resolveId: (id) => (id === choice ? `\0${choice}` : null),
    load: (id) => (id === `\0${choice}` ? choose(`${folder}/../runtime.js`) : null),
    transform(code, id) {
      if (id === `${folder}/_index.js`) return null
      if (!relative(folder, id).startsWith('..')) return { code: chosenInOnePlace(code, id), map: null }
      if (!/\/(?:web|contract)\/src\//.test(id) || !imported.test(code)) return null
      const texts = new Set([...code.matchAll(used)].flatMap(([, text]) => text ?? []))
      const imports = [...texts].map((text) => `import { ${text} as m_${text} } from '${folder}/${text}.js'`)
      return { code: code.replace(imported, () => imports.join('; ')).replaceAll(used, 'm_$1'), map: null }
    },
  }
}

function chosenInOnePlace(code: string, id: string): string {
  if (!chooses.test(code))
    throw new Error(`${id} chooses its language in a way that messages-plugin.ts doesn’t know.`)
  return `import { chooseText } from '${choice}'\n${code.replace(chooses, 'chooseText($2, $1)')}`
}
