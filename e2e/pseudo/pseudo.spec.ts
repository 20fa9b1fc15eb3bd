import type { Page } from '@playwright/test'
import { quickPlaydate, setPremium } from '../events.ts'
import { expect, test } from '../fixtures.ts'
import { makeGroup, makeMember } from '../groups.ts'
import { kill, ownAddress, portOf, startOwnServer } from '../own-server.ts'
import { hold, type Person, quickAccount, quickFamily, quickRequest, visitor } from '../people.ts'
import { isReadable } from '../readable.ts'
import { buildPseudo } from './build.ts'

test.use(ownAddress)

const phone = { width: 360, height: 780 }
/** What is no message: what people wrote, and what clocks and calendars say. */
const written = [
  ...['Ama', 'Bo', 'Mia', 'Leo', 'Example', 'Klasse 2b', 'Room 12', 'Riverside Park', 'The library'],
  ...['Bring a hat', 'Tagalong', 'English', 'Español', 'Language · Idioma', 'QR', 'https?:\\S+', '\\S+@\\S+'],
  ...['Sun(?:day)?', 'Mon(?:day)?', 'Tue(?:sday)?', 'Wed(?:nesday)?', 'Thu(?:rsday)?', 'Fri(?:day)?'],
  ...['Sat(?:urday)?', 'AM', 'PM', 'am', 'pm', '\\S+ on \\S+'],
  // The server of this build speaks English.
  ...['sent you a playdate request', 'wants to connect with you', '\\+ \\d+ more'],
]

test('in the pseudo-locale no screen scrolls sideways, cuts a word or shows a text that is no message', {
  tag: ['@TIME-92'],
}, async ({ browser, baseURL }) => {
  test.setTimeout(240_000)
  const { dist, remove } = await buildPseudo()
  const server = await startOwnServer(portOf(baseURL), { WEB_DIST: dist })
  try {
    const { page } = await visitor(browser, 'Pia', { child: 'Max', viewport: phone })
    for (const path of [
      '/login',
      '/register',
      '/request-reset',
      '/terms',
      '/privacy',
      '/forbidden',
      '/no/page',
    ])
      await isWhole(page, path)
    // The prompts of an empty form, and a profile in the making with its dialog.
    await isWhole(page, '/login', () => page.locator('main form button[type=submit]').click())
    const una = await visitor(browser, 'Una', { child: 'Max', viewport: phone })
    await hold(una.context, await quickAccount(una))
    await isWhole(una.page, '/onboarding', () => opened(una.page, '.adder'))

    const [ama, bo] = [await family(browser, 'Ama', 'Mia'), await family(browser, 'Bo', 'Leo')]
    await setPremium(ama, 'active')
    const request = await quickRequest(bo, ama)
    const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const event = await quickPlaydate(ama, { times: [start], isEvent: true, description: 'Bring a hat' })
    const group = await makeGroup('Klasse 2b', ['Room 12'])
    await makeMember(group, ama, { isGroupAdmin: true })
    for (const path of [
      '/',
      '/profile',
      '/edit-profile',
      '/security',
      '/safety',
      '/edit-child/new',
      '/connections',
      '/connections?t=pending',
      '/connections?t=groups',
      '/edit-connection/new',
      '/notifications',
      group.path,
      '/view-playdates',
      '/edit-playdate/new',
      `/view-playdate-request/${request}`,
      `/edit-playdate/${request}`,
      `/view-playdate-information/${event}`,
    ])
      await isWhole(ama.page, path)
    const dialogs: [path: string, button: string][] = [
      ['/security', 'section[aria-labelledby=password] button'],
      ['/edit-profile', '.deleteaccount button'],
      ['/connections', 'main [aria-haspopup=dialog]'],
    ]
    for (const [path, button] of dialogs) await isWhole(ama.page, path, () => opened(ama.page, button))
  } finally {
    // They may still be fetching something.
    await Promise.all(browser.contexts().map((each) => each.close()))
    await kill(server)
    remove()
  }
})

const family = (browser: Parameters<typeof quickFamily>[0], name: string, child: string): Promise<Person> =>
  quickFamily(browser, name, { child, viewport: phone })

/** Presses the first of those buttons; a dialog comes. */
async function opened(page: Page, button: string): Promise<void> {
  await page.locator(button).first().click()
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible()
}

async function isWhole(page: Page, path: string, act?: () => Promise<void>): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await act?.()
  await isReadable(page, [{ ...phone, text: 1, mayBreakWords: true }])
  const others = await page.evaluate(findOthers, `(?<![A-Za-z])(?:${written.join('|')})(?![A-Za-z])`)
  expect(others, `${path} shows texts that are no messages`).toEqual([])
}

/** Runs in the page: what is read or heard outside of any message's brackets. */
function findOthers(known: string): string[] {
  const attributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder']
  const inline = /^(?:inline|contents)/
  // Parts of one sentence stand in one block.
  const blocks = new Map<Element, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement
    // The browser names the countries, once their list is there.
    if (!block || block.closest('script, style, noscript, svg, .country')) continue
    while (block.parentElement && inline.test(getComputedStyle(block).display)) block = block.parentElement
    blocks.set(block, (blocks.get(block) ?? '') + node.textContent)
  }
  const heard = attributes.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  )
  return [...blocks.values(), ...heard].filter((text) => {
    const rest = text.replaceAll(/⟦[^⟧]*⟧/gu, ' ').replaceAll(new RegExp(known, 'giu'), ' ')
    // A part of a message has no letter without an accent.
    return /[a-z]{2}/i.test(rest)
  })
}
