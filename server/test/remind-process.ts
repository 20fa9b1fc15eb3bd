// Reminds once, as of the given moment, in a process of its own, which can be killed.
import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { remind } from '#features/playdates/reminders/reminders.service.ts'
import { startQueue } from '#jobs/queue.ts'

const url = process.env.DATABASE_URL ?? ''
const database = await openDatabase(url)
const queue = await startQueue(url, [], { log: pino({ level: 'silent' }) })
console.log('begins')
await remind({}, { db: database.kysely, queue, clock: { now: () => Number(process.argv[2]) } })
console.log('done')
