// npm run dev: runs the server, restarted at each change, and the web app with hot reloading in front of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const apiPort = process.env.PORT ?? '3001'
const webPort = 3000

process.env.API_ORIGIN ??= `http://127.0.0.1:${apiPort}`
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/src/main.mjs')],
  {
    stdio: 'inherit',
    // Links and the Origin check use the address that the browser shows.
    env: { PUBLIC_URL: `http://localhost:${webPort}`, ...process.env, PORT: apiPort },
  },
)
const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  server: { port: webPort, strictPort: true },
})
await web.listen()
web.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await web.close()
  process.exit(code ?? 0)
})
