import { WebSocket } from 'ws'
import type { Tokens } from './app.ts'

/** A page that listens, and reconnects when its socket is closed, as the web app does. */
export interface ListeningPage {
  readonly isOpen: boolean
  /** How often there was a reason to reload: a frame, or a new connection. */
  readonly reloads: number
  /** The frames, in the order in which they arrived. */
  readonly frames: readonly string[]
  /** The codes with which its sockets were closed. */
  readonly closes: readonly number[]
  leave(): void
}

/** @param pauseMs before it reconnects */
export async function openListeningPage(
  url: string,
  as: Tokens,
  { pauseMs = 100 }: { pauseMs?: number } = {},
): Promise<ListeningPage> {
  const page = { isOpen: false, reloads: 0, frames: [] as string[], closes: [] as number[] }
  let left = false
  let socket: WebSocket | undefined

  async function open(opened: () => void): Promise<void> {
    const ticket = await ticketOf(url, as).catch(() => undefined)
    if (left) return
    if (ticket === undefined) return void setTimeout(() => open(opened), pauseMs)
    socket = new WebSocket(`${url.replace('http', 'ws')}/api/app/websocket?ticket=${ticket}`)
    socket.on('open', () => {
      page.isOpen = true
      page.reloads += 1
      opened()
    })
    socket.on('message', (frame) => {
      page.reloads += 1
      page.frames.push(String(frame))
    })
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      page.isOpen = false
      if (left) return
      page.closes.push(code)
      setTimeout(() => open(opened), pauseMs)
    })
  }
  await new Promise<void>((resolve) => void open(resolve))
  return Object.assign(page, {
    leave() {
      left = true
      socket?.terminate()
    },
  })
}

/** Returns a ticket; undefined if the session has ended, or the answer held none. */
export async function ticketOf(url: string, { accessToken }: Tokens): Promise<string | undefined> {
  const reply = await fetch(`${url}/api/app/websocket-ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: '{}',
  })
  const { data } = (await reply.json()) as { data?: { ticket: string } }
  return data?.ticket
}
