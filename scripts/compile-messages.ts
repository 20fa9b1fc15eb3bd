import fs, { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { minifySync } from 'vite'
import type { Texts } from './check/messages.ts'

export const contract = fileURLToPath(new URL('../contract', import.meta.url))

/** The texts of one language, as contract/messages has them. */
export function readTexts(language: string): Texts {
  const folder = join(contract, 'messages')
  const names = readdirSync(folder).filter((name) => name.endsWith(`${language}.json`))
  return Object.assign({}, ...names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** In place of Paraglide's own in the web app: cookies, addresses and strategies would be 1 KB of every page. */
const smallRuntime = `
export let getLocale = () => 'en'
export const overwriteGetLocale = (read) => { getLocale = read }
export const experimentalStaticLocale = undefined
export const chooseText = (en, es) => (inputs, options) => ((options?.locale ?? getLocale()) === 'es' ? es : en)(inputs)
`

/** One after the other: all at once are more open files than some builders of images allow, which no error says. */
const oneByOne = {
  ...fs,
  promises: {
    ...fs.promises,
    writeFile: async (...args: Parameters<typeof writeFileSync>) => writeFileSync(...args),
  },
}

/**
 * Functions of a project's texts: `whole` in a few files, with types; `split` in one file for each text.
 *
 * @param project the folder `project.inlang`
 * @throws where nothing was compiled: a project whose plugin can't be loaded is silent about it
 */
export async function compileMessages(
  project: string,
  outdir: string,
  form: 'whole' | 'split',
): Promise<void> {
  await compile({
    project,
    outdir,
    fs: oneByOne as typeof fs,
    outputStructure: form === 'whole' ? 'locale-modules' : 'message-modules',
    // The app says which language it is: see contract/src/messages.ts.
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: form === 'whole',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    includeEslintDisableComment: false,
    disableAsyncLocalStorage: true,
    ...(form === 'split' && { additionalFiles: { 'runtime.js': smallRuntime } }),
  })
  if (!readFileSync(join(outdir, 'messages/_index.js'), 'utf8').includes('export'))
    throw new Error(`No text of ${project} was compiled.`)
  if (form === 'whole') withoutComments(outdir)
}

/** Types stand beside it in files of their own. Node keeps the text of each module in memory, and most of it is comments. */
function withoutComments(folder: string): void {
  for (const name of globSync('messages/*.js', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, minifySync(file, readFileSync(file, 'utf8'), { compress: false, mangle: false }).code)
  }
}
