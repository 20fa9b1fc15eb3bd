import { test } from './fixtures.ts'
import { journeys } from './journeys.ts'
import { walks } from './screens.ts'

for (const [name, journey] of Object.entries({ ...journeys, ...walks }))
  test(name, ({ cast }) => journey(cast))
