import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A connection to a port or a socket's path that can be cut, as if a cable was pulled: nobody is refused then, and
 * nobody is answered.
 */
export interface Wire {
  readonly port: number
  cut(): void
  mend(): void
  /** Nothing more gets through on open connections; new ones work. */
  mute(): void
  close(): void
}

export async function layWire(to: number | string): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const mute = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  const server = createServer((near) => {
    keep(near)
    if (isCut) return void near.pause()
    const far = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      mute()
    },
    mute,
    mend() {
      isCut = false
      drop()
    },
    close() {
      server.close()
      drop()
    },
  }
}

/** Lays a wire to a Postgres that is reached by its socket's path, and returns the address at its near end. */
export async function wireToPostgres(address: string): Promise<{ wire: Wire; url: string }> {
  const url = new URL(address)
  const wire = await layWire(`${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${wire.port}`
  return { wire, url: url.href }
}
