import type { Browser, Page } from '@playwright/test'
import { readTexts } from '../../scripts/compile-messages.ts'
import { expect, test } from '../fixtures.ts'
import { ownServer } from '../own-server.ts'
import { isReadable } from '../readable.ts'
import { walkErrors, walkThrough } from '../walk.ts'
import { buildPseudo } from './build.ts'
import { inPseudoLocale } from './pseudo-locale.ts'

test.use({ expectedErrors: walkErrors })

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
/**
 * Texts that are not messages: what people typed, names that are the same in each language, days, times and addresses.
 */
const written = [
  // First, since a code may begin with a month: keys for authenticator apps, and recovery codes.
  ...[/(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/, /[A-Z\d]{3}-[A-Z\d]{4}-[A-Z\d]{4}/],
  ...['Ada', 'Ana', 'Ina', 'Kim', 'Leo', 'Luz', 'Max', 'Mia', 'Mo', 'Nell', 'Nora', 'Oma', 'Example'],
  ...['Klasse 2b', 'Klasse 3c', 'Room 12', 'Riverside Park', 'The library', 'Bring a hat', 'Hola'],
  ...['Tagalong', 'TAGALONG', 'English', 'Español', 'Language · Idioma'],
  ...days.flatMap((day) => [day, day.slice(0, 3), day.slice(0, 3).toUpperCase()]),
  ...months.flatMap((month) => [month, month.slice(0, 3).toUpperCase()]),
  ...[
    /\d{1,2}:\d\d [AP]M/,
    /\d\d\/\d\d(?:\d\d)?/,
    /\d+ minutes? ago/,
    /[\da-f]{6}-[\da-f]{6}/,
    /[a-z]+\.\d+\.\d+@example\.org/,
  ],
  ...[
    /http:\/\/127\.0\.0\.1:\d+\/group\/[-\da-f]{36}/,
    /http:\/\/127\.0\.0\.1:\d+\/register\?\S+/,
    /http:\/\/127\.0\.0\.1:\d+\/join\/[\w-]+/,
  ],
]
  .map((each) => (each instanceof RegExp ? each.source : each))
  .join('|')

test.describe('in the pseudo-locale no screen scrolls sideways, cuts off words or shows a text that is not a message', {
  tag: ['@TIME-92'],
}, () => {
  // One build and one server serve all.
  test.describe.configure({ mode: 'default', timeout: 240_000 })
  const env: Record<string, string> = {}
  const shared = process.env.E2E_DATABASE_URL
  let pseudo: Awaited<ReturnType<typeof buildPseudo>>
  test.beforeAll(async () => {
    // How long a build takes depends on the machine alone.
    test.setTimeout(0)
    pseudo = await buildPseudo()
    Object.assign(env, pseudo.env)
  })
  // On the journeys' database it would send other journeys' mails and pushes in the pseudo-locale.
  const own = ownServer('pseudo', env)
  test.beforeAll(() => {
    process.env.E2E_DATABASE_URL = own.database
  })
  test.afterAll(() => {
    process.env.E2E_DATABASE_URL = shared
    pseudo.remove()
  })

  test('for a visitor and a newcomer', ({ browser }) =>
    walk(browser, async (through) => {
      await through.asVisitor()
      await through.asNewcomer()
    }))

  test('for a careful user', ({ browser }) => walk(browser, (through) => through.asCareful()))

  test('for a family', ({ browser }) => walk(browser, (through) => through.asFamily()))

  test('for a planner', ({ browser }) => walk(browser, (through) => through.asPlanner()))

  async function walk(
    browser: Browser,
    take: (through: ReturnType<typeof walkThrough>) => Promise<void>,
  ): Promise<void> {
    await take(
      walkThrough({ browser, language: 'en', texts: inPseudoLocale(readTexts('en')), look: isWhole }),
    )
    // They may still be fetching when the server stops.
    await Promise.all(browser.contexts().map((each) => each.close()))
  }
})

async function isWhole(page: Page, where: string): Promise<void> {
  await isReadable(page, [{ width: 360, height: 780, text: 1 }])
  const others = await page.evaluate(findOthers, `(?<!\\p{L})(?:${written})(?!\\p{L})`)
  expect.soft(others, `${where} shows texts that are no messages`).toEqual([])
}

/** Runs in the page: returns texts, visible or for screen readers, that are outside any message's brackets. */
function findOthers(known: string): string[] {
  let read = ''
  let last: Element | null = null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement
    // The names of countries come from the browser.
    if (!block || block.closest('script, style, noscript, svg, .country')) continue
    // The text of one block is joined: a word may consist of several nodes.
    while (block.parentElement && /^(?:inline|contents)/.test(getComputedStyle(block).display))
      block = block.parentElement
    read += (block === last ? '' : '\n') + node.textContent
    last = block
  }
  const heard = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'].flatMap(
    (name) => [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  )
  const { shownToasts } = window as unknown as { shownToasts: string[] }
  let rest = [document.title, read, ...heard, ...shownToasts].join('\n')
  // A message may contain others.
  for (let before = ''; rest !== before; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/gu, ' ')
  }
  return rest
    .replaceAll(new RegExp(known, 'gu'), ' ')
    .split('\n')
    .filter((line) => /\p{L}{2}/u.test(line))
}
