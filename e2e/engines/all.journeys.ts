import { test } from './fixtures.ts'
import { journeys } from './journeys.ts'

for (const [name, journey] of Object.entries(journeys)) test(name, ({ cast }) => journey(cast))
