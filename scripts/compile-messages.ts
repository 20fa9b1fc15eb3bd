import fs, { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { minifySync } from 'vite'
import type { Texts } from './check/messages.ts'

export const contract = fileURLToPath(new URL('../contract', import.meta.url))

/** Reads the texts of one language from contract/messages. */
export function readTexts(language: string): Texts {
  const folder = join(contract, 'messages')
  const names = readdirSync(folder).filter((name) => name.endsWith(`${language}.json`))
  return Object.assign({}, ...names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/**
 * Replaces Paraglide's runtime in the web app, whose cookies, addresses and strategies would add 1 KB to every page.
 */
const smallRuntime = `
export let getLocale = () => 'en'
export const overwriteGetLocale = (read) => { getLocale = read }
export const experimentalStaticLocale = undefined
export const chooseText = (en, es) => (inputs, options) => ((options?.locale ?? getLocale()) === 'es' ? es : en)(inputs)
`

/** One at a time: writing all at once opens more files than some image builders allow, which fails without an error. */
const oneByOne = {
  ...fs,
  promises: {
    ...fs.promises,
    writeFile: async (...args: Parameters<typeof writeFileSync>) => writeFileSync(...args),
  },
}

/**
 * Compiles a project's texts to functions: `whole` into a few files, with types; `split` into one file per text.
 *
 * @param project the folder `project.inlang`
 * @throws if nothing was compiled: a plugin that can't be loaded is not reported otherwise
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
    // The app sets the language: see contract/src/values/language.ts.
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

/** Node keeps the text of each module in memory, and most of it is comments. Types are in separate files. */
function withoutComments(folder: string): void {
  for (const name of globSync('messages/*.js', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, minifySync(file, readFileSync(file, 'utf8'), { compress: false, mangle: false }).code)
  }
}
