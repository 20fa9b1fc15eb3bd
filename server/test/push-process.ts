// The app as a process of its own, which can be killed, with the tests' push service for all push services there are.
import { buildApp } from '#app.ts'
import { openDatabase } from '#db/database.ts'
import { readEnv } from '#env.ts'
import { reachOf } from './fake-push.ts'

const env = readEnv()
const app = await buildApp({
  env,
  database: await openDatabase(env.databaseUrl ?? ''),
  reach: reachOf(Number(process.argv[2])),
})
await app.listen({ port: env.port, host: env.host })
console.log('listening')
