// The chat's baseline: broadcasts what one socket sends to all others, with ws alone.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((_request, response) => response.end('{}'))
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = String(data)
    for (const each of sockets.clients) if (each !== socket) each.send(text)
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
