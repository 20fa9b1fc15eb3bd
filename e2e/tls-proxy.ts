import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureTool } from '../scripts/programs.mjs'

const configuration = resolve(import.meta.dirname, '../deploy/machine/Caddyfile')

/** Starts Caddy as on a school's machine, but with a local certificate, in front of the app on that port. */
export function startTlsProxy(folder: string, address: string, port: number): ChildProcess {
  const home = join(folder, 'caddy')
  mkdirSync(home)
  const proxy = spawn(ensureTool('caddy'), ['run', '--config', '-', '--adapter', 'caddyfile'], {
    env: { ...process.env, DOMAIN: address, HOME: home },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const local = `{\n admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n}\n`
  const ours = readFileSync(configuration, 'utf8')
  proxy.stdin.end(local + ours.replace('127.0.0.1:3000', `127.0.0.1:${port}`))
  return proxy
}
