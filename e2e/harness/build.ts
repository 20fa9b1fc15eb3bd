import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, mergeConfig } from 'vite'
import app from '../../web/vite.config.ts'

const reports = resolve(import.meta.dirname, '../../.test')

/** Puts the sheet that sets the order of the layers before the sheets that the cases share. */
const layersFirst = {
  name: 'layers-first',
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string) {
      const [own = ''] = /<link rel="stylesheet"[^>]*index-[^>]*>/.exec(html) ?? []
      return html.replace(own, '').replace('</title>', `</title>${own}`)
    },
  },
}

/** Builds the page of the widgets as the app is built, into a folder of its own. */
export default async function buildHarness(): Promise<() => void> {
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(resolve(reports, 'harness-'))
  const own = {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, manifest: false, minify: false },
    plugins: [layersFirst],
  }
  await build(mergeConfig(app, own))
  process.env.E2E_HARNESS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
