import { test as plain, request } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { findTool } from '../../scripts/programs.mjs'
import { findWebKit } from '../../scripts/webkit.mjs'
import { type Caller, invented, makeProfile, signUp } from '../calls.ts'
import type { Engine, EngineName, Tab } from './engine.ts'
import { Page } from './page.ts'
import { launchWithPuppeteer } from './puppeteer.ts'
import { launchWebKit } from './webkit.ts'

/** What a journey gets: people, and pages in the tested engine. */
export interface Cast {
  /** A person without an account. */
  stranger(name: string, child: string): Promise<Caller>
  /** A person with a profile and a child, made by calls. */
  family(name: string, child: string): Promise<Caller>
  /** A page in a new session, signed in if a person is given. */
  open(person?: Caller): Promise<Page>
}

interface Fixtures {
  cast: Cast
}
interface Shared {
  engineName: EngineName
  engine: Engine
}

/** Runs journeys in one engine. A journey fails if a page logged an error to its console. */
export const test = plain.extend<Fixtures, Shared>({
  engineName: ['Chromium', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await launch(engineName)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  cast: async ({ engine, baseURL }, use, testInfo) => {
    const base = baseURL ?? ''
    const tabs: Tab[] = []
    const stranger = async (name: string, child: string): Promise<Caller> => {
      const { address, ...person } = invented(name, child)
      const extraHTTPHeaders = { 'X-Forwarded-For': address }
      return {
        ...person,
        context: { request: await request.newContext({ baseURL: base, extraHTTPHeaders }) },
      }
    }
    await use({
      stranger,
      family: async (name, child) => {
        const person = await stranger(name, child)
        const signedUp = { ...person, token: await signUp(person) }
        await makeProfile(signedUp)
        return signedUp
      },
      open: async (person) => {
        const tab = await engine.open()
        tabs.push(tab)
        const page = new Page(tab, base)
        if (person?.token) {
          // A page of our origin without scripts.
          await page.goto('/favicon.svg')
          await tab.run((token) => localStorage.setItem('token', token), JSON.stringify(person.token))
        }
        return page
      },
    })
    testInfo.annotations.push({ type: 'version', description: engine.version() })
    for (const [at, tab] of tabs.entries()) {
      if (testInfo.errors.length > 0)
        await testInfo.attach(`page ${at}`, { body: await tab.screenshot(), contentType: 'image/png' })
      plain.expect.soft(await tab.errors(), 'the page wrote no error').toEqual([])
      await tab.close()
    }
  },
})

async function launch(name: EngineName): Promise<Engine> {
  if (name === 'WebKit') return launchWebKit(installed(findWebKit()))
  return launchWithPuppeteer(name, installed(name === 'Firefox' ? findTool('firefox') : findChromium()))
}

function installed<Program>(program: Program | undefined): Program {
  if (!program) throw new Error('It is not installed: npm run browsers installs it.')
  return program
}
