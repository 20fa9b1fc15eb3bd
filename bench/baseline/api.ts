// The API's baseline: only Fastify and pg, without anything else that a product needs.
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get('/ready', async () => {
  await pool.query('select 1')
  return { status: 200 }
})

/** Looks up the session and lists 20 rows by index. */
app.get('/list', async (request, reply) => {
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  const hash = createHash('sha256').update(token).digest()
  const session = await pool.query(
    'select session.user_id from access_token join session on session.id = access_token.session_id where access_token.hash = $1 and access_token.expires_at > now()',
    [hash],
  )
  if (session.rows.length === 0) return reply.code(401).send({ status: 401 })
  const { rows } = await pool.query('select * from baseline_item where user_id = $1 order by id limit 20', [
    session.rows[0].user_id,
  ])
  return { status: 200, data: rows }
})

app.get<{ Params: { id: string } }>('/row/:id', async (request, reply) => {
  const { rows } = await pool.query('select * from baseline_item where id = $1', [request.params.id])
  return rows[0] ? { status: 200, data: rows[0] } : reply.code(404).send({ status: 404 })
})

app.post<{ Body: { text: string } }>('/row', async (request) => {
  const { rows } = await pool.query('insert into baseline_line (text) values ($1) returning *', [
    request.body.text,
  ])
  return { status: 200, data: rows[0] }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
