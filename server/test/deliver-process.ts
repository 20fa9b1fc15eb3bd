// Delivers what is due, in a process of its own, which can be killed.
import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { deliver } from '#features/notifications/deliver.service.ts'
import { startQueue } from '#jobs/queue.ts'

const url = process.env.DATABASE_URL ?? ''
const database = await openDatabase(url)
const queue = await startQueue(url, [], { log: pino({ level: 'silent' }) })
console.log('delivering')
await deliver({}, { db: database.kysely, queue })
process.exit(0)
