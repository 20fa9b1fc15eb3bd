// Does once what the clock starts each minute, as of the given moment, in a process of its own, which can be killed.
import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { startQueue } from '#jobs/queue.ts'
import { doMinute } from './minute.ts'

const [now = '', queueUrl = ''] = process.argv.slice(2)
const database = await openDatabase(process.env.DATABASE_URL ?? '')
const queue = await startQueue(queueUrl, [], { log: pino({ level: 'silent' }) })
console.log('begins')
await doMinute({ database, queue, now: Number(now) })
console.log('done')
