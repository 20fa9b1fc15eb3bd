import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import svgr from 'vite-plugin-svgr'
import { bareCallsPlugin } from './bare-calls-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

const server = process.env.API_ORIGIN ?? 'http://localhost:3001'

/** What brings a page to life once it has loaded, and the small parts that nearly every screen has. */
const soon =
  /node_modules\/(?:react-dom|scheduler)\/|\/src\/ui\/button\.tsx|\/src\/lib\/(?:alive|early-press|use-one-at-a-time|calls\/failure-text|drafts\/has-drafts|worker\/app-update)\.ts|\/src\/ui\/form\/(?:judge|paths|use-form)\.ts|\/values\/time-zone\.ts|\/icons\/(?:down|eye|eye-off)\.svg/
const signIn =
  /\/src\/ui\/fields\/field\.tsx|\/auth\/(?:auth\.rules|refusal)\.ts|\/auth\/login-screen\.tsx|\/art\/scene-(?:walk|envelope)\.svg/
const home = /\/app\/app-shell\.tsx|\/home\/home-screen\.tsx/
const schemas =
  /node_modules\/zod\/|contract\/src\/(?:values|http)\/|\/(?:auth\/auth|caregivers\/caregivers)\.contract\.ts/
/** What several screens ask for, with what it is made of. What concerns signing in is for visitors too. */
const asking = /\/src\/features\/(?!auth\/)[^/]+\/[^/]+\.(?:queries|rules|contract)\.ts$/
/** Small parts of most screens behind the sign-in. */
const parts =
  /\/src\/ui\/(?:skeleton|page-problem|page-header|section|empty-state|breakable|dialogs\/confirm-dialog|manage\/manage-problem)\.tsx|\/art\/empty-lost\.svg|\/src\/lib\/(?:relative-time|calls\/attempt-key|navigation\/back-closes)\.ts|\/groups\/admin\/membership-status\.ts/

/** Few files: on a bad line each one costs a round trip, and small ones compress badly. */
const chunkGroups = [
  // What every page begins with: it asks who is there, and shows what there is.
  { name: 'base', tags: ['$initial' as const], test: /^(?!.*\/src\/main\.tsx)/, priority: 5 },
  { name: 'soon', test: soon, priority: 4 },
  { name: 'sign-in', test: signIn, priority: 3 },
  // What the first screen of a signed-in family needs.
  { name: 'home', test: home, priority: 2 },
  { name: 'schemas', test: schemas, priority: 1 },
  { name: 'asking', test: asking, minShareCount: 3, priority: 0 },
  { name: 'parts', test: parts, priority: 0 },
]

/**
 * The router's forms, fetchers and the like, which nobody here uses, stay out of the first load: that they are made and
 * named would count as something that has to happen.
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/(?<== )React\$1\.(?=forwardRef|createContext|memo)/g, '/* @__PURE__ */ React$1.'),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // The text beside a drawing speaks for it.
    svgr({ svgrOptions: { dimensions: false, svgProps: { 'aria-hidden': 'true' } } }),
    leaveOutUnused,
    bareCallsPlugin,
    workerPlugin({ root: import.meta.dirname, entry: `${import.meta.dirname}/src/sw/worker.ts` }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The content security policy allows no inline script, and every browser above preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
    // An inlined font or drawing could neither be preloaded nor cached.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true } },
  },
})
