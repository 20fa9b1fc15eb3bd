import { findWebKit } from '../scripts/webkit.mjs'
import { test } from './engines/fixtures.ts'
import { journeys } from './engines/journeys.ts'

// Two of what `npm run browsers` tries, so that what breaks in WebKit alone is seen with every change.
// One browser for both.
test.describe.configure({ mode: 'default' })
test.use({ engineName: 'WebKit' })
test.skip(!findWebKit(), 'WebKitGTK is not installed here: npm run browsers installs it.')

for (const name of ['sign in', 'answer'] as const)
  test(`in WebKit: ${name}`, ({ cast }) => journeys[name](cast))
