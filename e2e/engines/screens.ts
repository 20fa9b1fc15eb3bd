import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { setAdmin } from '../administrators.ts'
import { callAs, childrenOf } from '../calls.ts'
import { connect, quickAsk, quickPlaydate, setPremium } from '../events.ts'
import { makeGroup, makeMember } from '../groups.ts'
import { quickRequest } from '../people.ts'
import {
  adminScreens,
  familyScreens,
  playdateScreens,
  publicScreens,
  seriesScreens,
  waiting,
} from '../screens.ts'
import type { Cast } from './fixtures.ts'
import type { Page } from './page.ts'

const photo = resolve(import.meta.dirname, '../../web/public/icon-192.png')
const pictures = resolve(import.meta.dirname, '../../.test/browsers')
const nowhere = '00000000-0000-4000-8000-000000000000'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Each screen and its dialogs at an iPhone's size: checks the width, and takes a screenshot to look at. */
export const walks = {
  'screens: visitors': async ({ open }) => {
    const page = await open()
    for (const [path, heading] of publicScreens) await look(page, path, heading)
    await look(page, '/request-reset', /./)
    await look(page, `/reset-password?token=gone&id=${nowhere}`, /./)
    await look(page, `/confirm-email?token=gone&id=${nowhere}`, /./)
    await look(page, `/not-me?token=gone&id=${nowhere}`, /./)
    await look(page, '/goodbye', /./)
  },

  'screens: family': async ({ family, open }) => {
    const [anna, ben] = [
      await family('Maximiliana-Konstantína', 'Bartholomäus-Alexander'),
      await family('Ben', '小龍'),
    ]
    await connect(ben, anna)
    const group = await makeGroup('Grundschule Sankt-Maximilian-Kolbe-Straße, Klasse 2b', ['Room 12'])
    await makeMember(group, anna, { isGroupAdmin: true })
    const page = await open(anna)
    for (const [path, heading] of familyScreens) await look(page, path, heading)
    for (const path of ['/safety', '/calendar-settings', '/account-notice/data', '/join/nobody', group.path])
      await look(page, path, /./)
    const [child] = await childrenOf(anna)
    await look(page, `/edit-child/${child._id}`, /./)
    await look(page, `/child/${child._id}/grown-ups`, /./)
    await look(page, `/child/${child._id}/grown-ups/new`, /./)
    await look(page, `/introduction/${child._id}`, /./)
  },

  'screens: playdates': async ({ family, open }) => {
    const [anna, ben] = [
      await family('Maximiliana-Konstantína', 'Bartholomäus-Alexander'),
      await family('Ben', '小龍'),
    ]
    const request = await quickRequest(ben, anna)
    const repeat = { everyWeeks: 1, until: inDays(24).slice(0, 10) }
    const repeated = await quickPlaydate(ben, { times: [inDays(3)], repeat })
    const { data } = (await callAs(anna, 'GET', `/api/app/playdate/${repeated}`)).body
    const page = await open(anna)
    for (const [path, heading] of [...playdateScreens(request), ...seriesScreens(repeated, data.series.id)])
      await look(page, path, heading)
    await setPremium(anna, 'active')
    const event = await quickPlaydate(anna, { times: [inDays(3)], isEvent: true, description: 'Bring a hat' })
    await look(page, `/view-playdate-information/${event}`, 'Playdate')
    await look(page, `/edit-playdate/${event}`, 'Edit event')
    await connect(anna, await family('Cora', 'Max'))
    await look(page, `/ask/${await quickAsk(anna, [inDays(5)])}`, 'Asking in order')
  },

  'screens: administrators': async ({ family, open }) => {
    const admin = await family('Maximiliana-Konstantína', 'Bartholomäus-Alexander')
    await setAdmin(admin, true)
    const screens = await adminScreens(admin, await family('Bo', 'Mia'), await family('Wilhelmina', 'Leo'))
    const page = await open(admin)
    for (const [path, heading] of screens) await look(page, path, heading)
  },

  'dialogs and pickers': async ({ family, open }) => {
    const [anna, ben] = [await family('Anna', 'Mia'), await family('Ben', 'Leo')]
    const request = await quickRequest(ben, anna)
    const page = await open(anna)
    const close = async () => {
      await page.press('Escape')
      await page.dialogsClosed()
    }
    await page.goto('/edit-playdate/new')
    await page.role('radio', /^Playdate/).click()
    await page.role('combobox', 'Child').select('Leo - Ben')
    await page.button('Mia').click()
    await page.button('Propose Times').click()
    await page.text(/should work for everyone/).sees()
    await picture(page, 'times')
    await close()
    await page.button(/^How often/).click()
    await picture(page, 'how often')
    await page.goto('/profile')
    await page.button('The afternoon').click()
    await page.label(/^Good to know about/).sees()
    await picture(page, 'afternoon')
    await close()
    await page.button('Add days').click()
    await page.role('dialog').sees()
    await picture(page, 'days away')
    await page.goto('/edit-child/new')
    await page.css('input[type=file]').upload(photo)
    await page.role('dialog', 'Crop photo').button('Use photo').sees()
    await picture(page, 'crop')
    await close()
    await page.role('tab', /^Saturday/).click()
    await picture(page, 'hours')
    await page.goto('/edit-connection/new')
    await page.role('button', /Country/).click()
    await picture(page, 'countries')
    await page.goto('/connections')
    await page.button('More about Ben Example').click()
    await page.role('dialog', 'Ben Example').sees()
    await picture(page, 'more about somebody')
    await page.role('dialog', 'Ben Example').button('Report').click()
    await page.text('A child may be in danger').click()
    await page.link(/^Call 911/).sees()
    await picture(page, 'report')
    await page.goto(`/view-playdate-request/${request}`)
    await page.text('Riverside Park').click()
    await page.button('Reject Playdate').click()
    await page.role('alertdialog').sees()
    await picture(page, 'reject')
  },
} satisfies Record<string, (cast: Cast) => Promise<void>>

async function look(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await page.role('heading', heading).sees()
  await page.css(waiting).sees(0)
  await picture(page, path.replaceAll(/[0-9a-f-]{36}/g, 'id'))
}

async function picture(page: Page, name: string): Promise<void> {
  const wide = await page.tab.run(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(wide, `${name} scrolls sideways by so many pixels`).toBeLessThanOrEqual(0)
  expect.soft(await page.tab.run(findFlaws), `${name} has none of what differs between engines`).toEqual([])
  const folder = resolve(pictures, test.info().project.name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(resolve(folder, `${name.replaceAll(/[^\w-]+/g, '_')}.png`), await page.tab.screenshot())
}

/** Runs in the page: finds fields that iOS would zoom for their small text, and choices too close to their heading. */
function findFlaws(): string[] {
  const fields = [...document.querySelectorAll<HTMLElement>('input, select, textarea')].filter(
    (field) => !field.matches('[type=checkbox], [type=radio], [type=file], [type=range]'),
  )
  const small = fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
  const legends = [...document.querySelectorAll<HTMLElement>('.choices legend')]
  const close = legends.filter((legend) => {
    const below = legend.nextElementSibling?.getBoundingClientRect()
    return below && below.top < legend.getBoundingClientRect().bottom + 4
  })
  return [...small, ...close].filter((each) => each.checkVisibility()).map(({ outerHTML }) => outerHTML)
}
