// npm run browsers: runs the most important journeys in Chromium, Firefox and WebKit, and each screen at a phone's
// size, and prints one table at the end. Installs Debian's browsers if they are missing.
// npm run browsers -- --project=WebKit -g chat    only some of them
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ensureChromium } from './chromium.mjs'
import { ensureTool } from './programs.mjs'
import { ensureWebKit } from './webkit.mjs'

ensureChromium()
ensureTool('firefox')
ensureWebKit()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/browsers.config.ts']
process.exitCode = (await run(['scripts/build.ts'])) || (await run([...playwright, ...process.argv.slice(2)]))

async function run(args: string[]): Promise<number> {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
  return code ?? 1
}
