import { findWebKit } from '../scripts/webkit.mjs'
import { test } from './engines/fixtures.ts'
import { journeys } from './engines/journeys.ts'

// Two of the journeys of `npm run browsers`, so that every change is tested in WebKit, too. Both share one browser.
test.describe.configure({ mode: 'default' })
test.use({ engineName: 'WebKit' })
test.skip(!findWebKit(), 'WebKitGTK is not installed here: npm run browsers installs it.')

for (const name of ['sign in', 'answer'] as const)
  test(`in WebKit: ${name}`, ({ cast }) => journeys[name](cast))
