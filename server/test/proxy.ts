import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from './instance.ts'

/** A stand-in for a load balancer before several processes: those whose /ready succeeds get requests. */
export interface Proxy {
  readonly url: string
  readonly port: number
  /** True while the process on that port gets requests. */
  sendsTo(port: number): boolean
  close(): Promise<void>
}

const askMs = 50

export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let turn = 0
  let isClosed = false
  // Asked again only after the answer: two answers could arrive in another order.
  async function keepAsking(port: number): Promise<void> {
    while (!isClosed) {
      if (await isReady(`http://127.0.0.1:${port}`)) ready.add(port)
      else ready.delete(port)
      await wait(askMs)
    }
  }
  for (const port of ports) void keepAsking(port)
  const next = (): number | undefined => {
    turn += 1
    return [...ready][turn % ready.size]
  }

  const server = createServer((incoming, outgoing) => {
    const port = next()
    if (port === undefined) outgoing.writeHead(502).end()
    else pass(incoming, outgoing, { port, agent })
  })
  server.on('upgrade', (incoming, socket, head) => {
    const port = next()
    if (port === undefined) socket.destroy()
    else passSocket(incoming, socket, { port, head })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sendsTo: (each) => ready.has(each),
    async close() {
      isClosed = true
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: { port: number; agent: Agent }): void {
  const { method, url: path, headers } = incoming
  const passed = request({ ...to, host: '127.0.0.1', method, path, headers }, (reply) => {
    const { connection: _hop, 'keep-alive': _hopToo, ...rest } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, rest)
    reply.pipe(outgoing)
  })
  // Not sent again elsewhere: what a process didn't answer is a failure that the test must see.
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
  incoming.pipe(passed)
}

function passSocket(incoming: IncomingMessage, socket: Duplex, to: { port: number; head: Buffer }): void {
  const upstream = connect(to.port, '127.0.0.1')
  const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`)
  upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  upstream.write(to.head)
  upstream.pipe(socket).pipe(upstream)
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
}
