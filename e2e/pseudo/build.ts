import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, mergeConfig } from 'vite'
import { compileMessages, readTexts } from '../../scripts/compile-messages.ts'
import app from '../../web/vite.config.ts'
import { inPseudoLocale } from './pseudo-locale.ts'

const root = resolve(import.meta.dirname, '../..')
const reports = join(root, '.test')

/**
 * Builds the app with its English in the pseudo-locale en-XA. Answers what makes a server show it and speak likewise,
 * and what takes it away.
 */
export async function buildPseudo(): Promise<{ env: Record<string, string>; remove: () => void }> {
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(join(reports, 'pseudo-'))
  const project = join(folder, 'project.inlang')
  mkdirSync(project)
  const plugin = join(root, 'node_modules/@inlang/plugin-message-format/dist/index.js')
  const settings = {
    baseLocale: 'en',
    locales: ['en', 'es'],
    modules: [plugin],
    'plugin.inlang.messageFormat': { pathPattern: './{locale}.json' },
  }
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings))
  const texts = JSON.stringify(inPseudoLocale(readTexts('en')))
  for (const language of settings.locales) writeFileSync(join(folder, `${language}.json`), texts)
  const messages = join(folder, 'messages')
  await compileMessages(project, messages, 'whole')
  const dist = join(folder, 'dist')
  const others = app.plugins?.filter((each) => !(each && 'name' in each && each.name === 'messages')) ?? []
  const inPseudo = {
    configFile: false as const,
    root: join(root, 'web'),
    logLevel: 'warn' as const,
    resolve: { alias: [{ find: /^#messages\//, replacement: `${messages}/` }] },
    build: { outDir: dist, emptyOutDir: true, minify: false },
  }
  await build(mergeConfig({ ...app, plugins: others }, inPseudo))
  const env = {
    WEB_DIST: dist,
    PSEUDO_MESSAGES: pathToFileURL(messages).href,
    NODE_OPTIONS: `--import=${import.meta.resolve('./server-texts.ts')}`,
  }
  return { env, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
