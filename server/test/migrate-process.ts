// Migrates the database as a start does, in a process of its own, which can be killed.
import { migrate } from '#db/migrate.ts'
import { migrateQueue } from '#jobs/queue.ts'

const url = process.env.DATABASE_URL ?? ''
console.log('migrating')
await migrate(url)
await migrateQueue(url)
console.log('migrated')
