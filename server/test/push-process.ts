// The app in a process of its own, which can be killed. It reaches the tests' push service instead of the real ones.
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
