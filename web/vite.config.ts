import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'
import svgr from 'vite-plugin-svgr'
import { bareCallsPlugin } from './bare-calls-plugin.ts'
import { messagesPlugin } from './messages-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

const server = process.env.API_ORIGIN ?? 'http://localhost:3001'

/**
 * Keeps the router's unused parts, such as forms and fetchers, out of the first load. Without this, creating and naming
 * them would count as a side effect.
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
    // Drawings are hidden from screen readers, since the text beside them says the same.
    svgr({ svgrOptions: { dimensions: false, svgProps: { 'aria-hidden': 'true' } } }),
    leaveOutUnused,
    bareCallsPlugin,
    messagesPlugin(resolve(import.meta.dirname, '../contract/src/messages/split/messages')),
    workerPlugin({ root: import.meta.dirname, entry: `${import.meta.dirname}/src/sw/worker.ts` }),
  ],
  // Each text is in a file of its own, so that a page loads only those that it shows.
  resolve: { conditions: ['split', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['split', ...defaultServerConditions] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The content security policy allows no inline script, and every browser above preloads modules by itself.
    modulePreload: { polyfill: false },
    // An inlined font or drawing could neither be preloaded nor cached.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      // The server alone handles both.
      '/calendar/': server,
      '/unsubscribe': server,
    },
  },
})
