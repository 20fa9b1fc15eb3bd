import type { WebSocket } from 'ws'

/** The holder of a socket: frames are sent to the user's or the caregiver's id, a revocation to the session's. */
export interface SocketOwner {
  userId: string
  caregiverId: string | null
  sessionId: string
}

/** More unsent bytes than this mean that the client has stopped reading. */
const maxBuffered = 1_048_576

/** A client that doesn't answer a close in this time is cut off. */
const goodbyeMs = 2_000

/** More than anybody has tabs on one device; beyond it, the oldest socket is closed. */
const maxPerSession = 20

/** The sockets of this process. */
export interface Hub {
  add(socket: WebSocket, who: SocketOwner): void
  send(to: readonly string[], frame: Record<string, string>): void
  /** Closes the sockets of a session, or all of a user's. */
  drop(id: string): void
  /** Closes all sockets, spread over `overMs`: 1001 going away, 1012 please reconnect. */
  closeAll(code: 1001 | 1012, overMs?: number): void
}

export function createHub(): Hub {
  const byId = new Map<string, Set<WebSocket>>()

  function keep(id: string, socket: WebSocket): void {
    const sockets = byId.get(id) ?? new Set()
    byId.set(id, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0 && byId.get(id) === sockets) byId.delete(id)
    })
  }

  return {
    add(socket, { userId, caregiverId, sessionId }) {
      const [oldest, ...others] = byId.get(sessionId) ?? []
      if (oldest && others.length + 1 >= maxPerSession) part(oldest, 1013, 'Too many tabs.')
      keep(userId, socket)
      keep(sessionId, socket)
      if (caregiverId) keep(caregiverId, socket)
    },
    send(to, frame) {
      // Encoded once for all sockets.
      const bytes = Buffer.from(JSON.stringify(frame))
      for (const socket of new Set(to.flatMap((id) => [...(byId.get(id) ?? [])]))) {
        if (socket.bufferedAmount > maxBuffered) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(bytes, { binary: false })
      }
    },
    drop(id) {
      for (const socket of byId.get(id) ?? []) part(socket, 1008, 'Please sign in again.')
    },
    closeAll(code, overMs = 0) {
      const sockets = new Set([...byId.values()].flatMap((each) => [...each]))
      let at = 0
      for (const socket of sockets) {
        if (overMs === 0) part(socket, code)
        else setTimeout(() => part(socket, code), (overMs * at++) / sockets.size).unref()
      }
    },
  }
}

function part(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), goodbyeMs).unref()
}
