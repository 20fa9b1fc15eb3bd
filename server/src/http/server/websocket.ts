import websocket from '@fastify/websocket'
import { Counter } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Hub, SocketOwner } from '#realtime/hub.ts'
import { isOurOrigin } from '../origin.ts'
import { Refusal, unauthorised } from '../refusal.ts'
import { sendRefusal } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    listening?: SocketOwner
  }
  interface FastifyInstance {
    /** Tells all clients to reconnect, which leads them to a process that is ready. */
    closeSockets(overMs: number): void
  }
}

interface WebsocketOptions {
  hub: Hub
  publicUrl: string
  /** Uses up the ticket; null if it is unknown, used or expired. */
  redeemTicket(ticket: string): Promise<SocketOwner | null>
  mayListen(sessionId: string): Promise<boolean>
}

/**
 * All clients reconnect after the same pause, so their sockets are closed over this time: the next process isn't asked
 * by all at once.
 */
const goingMs = 500
/** Clients send nothing longer than 'ping'. */
const largestMessage = 1_024
const deadAfterMs = 60_000
/** How often we send a ping: a client that hears something sends none of its own. */
const pingMs = 25_000
/**
 * How often each session is checked: a process that was killed right after the commit of a revocation sent no signal.
 */
const askAgainMs = 300_000
/** In 10 s. A client sends a ping every 25 s if it hears nothing. */
const maxMessages = 20
/** Unsent bytes at which a client that keeps sending is cut off; a busy moment has fewer. */
const maxUnread = 16_384

/** Adds GET /api/app/websocket?ticket=…: sends frames to the holder of the ticket, and answers 'ping' with 'pong'. */
export async function addWebsocket(
  app: FastifyInstance,
  { hub, publicUrl, redeemTicket, mayListen }: WebsocketOptions,
) {
  app.decorate('closeSockets', (overMs) => hub.closeAll(1012, overMs))
  const wrongOrigin = new Refusal(400, 'This page is not ours.')
  const refusedFrames = new Counter({
    name: 'websocket_frames_refused_total',
    help: 'websocket frames that were too large or made no sense',
    labelNames: ['code'],
    registers: [app.metrics],
  })
  await app.register(websocket, {
    // No stacks: a client that sends such frames could fill our log with them, and a broken connection is normal.
    errorHandler(error, socket, request) {
      const code = 'code' in error ? String(error.code) : error.name
      if (code.startsWith('WS_ERR_')) {
        refusedFrames.inc({ code })
        request.log.warn({ code }, 'a websocket frame was refused')
      } else {
        request.log.info({ code }, 'websocket')
      }
      socket.terminate()
    },
    // Pings are answered below, so that nobody fills our memory by sending them and never reading.
    options: { maxPayload: largestMessage, autoPong: false },
    preClose(done) {
      hub.closeAll(1001, goingMs)
      this.websocketServer.close(() => done())
    },
  })
  app.register(async (plugin) => {
    plugin.get(
      '/api/app/websocket',
      {
        websocket: true,
        schema: { hide: true },
        // The ticket is checked before the upgrade is answered, so that no frame is missed after it.
        preValidation: async (request, reply) => {
          if (!isOurs(request, publicUrl)) return sendRefusal(reply, wrongOrigin)
          const { ticket } = request.query as { ticket?: unknown }
          const listening = typeof ticket === 'string' ? await redeemTicket(ticket) : null
          if (!listening) return sendRefusal(reply, unauthorised)
          request.listening = listening
        },
      },
      (socket, request) => {
        if (!request.listening) return socket.close(1008)
        hub.add(socket, request.listening)
        const { sessionId } = request.listening
        const ask = () => {
          mayListen(sessionId).then(
            (may) => may || socket.close(1008),
            // The database doesn't answer now; the next check will find out.
            () => undefined,
          )
        }
        // If the session was revoked or paused after its ticket was used, the signal found no socket yet.
        ask()
        const asking = setInterval(ask, askAgainMs)
        const timer = setTimeout(() => socket.terminate(), deadAfterMs)
        const pinging = setInterval(() => socket.ping(), pingMs)
        let heard = 0
        const calm = setInterval(() => {
          heard = 0
        }, 10_000)
        const answer = (pong: () => void) => {
          timer.refresh()
          heard += 1
          if (heard > maxMessages || socket.bufferedAmount > maxUnread) return socket.terminate()
          pong()
        }
        socket.on('message', (data) => answer(() => String(data) === 'ping' && socket.send('pong')))
        socket.on('ping', (data) => answer(() => socket.pong(data)))
        socket.on('pong', () => answer(() => undefined))
        socket.once('close', () => {
          clearTimeout(timer)
          clearInterval(pinging)
          clearInterval(calm)
          clearInterval(asking)
        })
      },
    )
  })
}

/** True if the Origin is ours, or none is sent. */
function isOurs({ headers: { origin } }: FastifyRequest, publicUrl: string): boolean {
  return origin === undefined || isOurOrigin(origin, publicUrl)
}
