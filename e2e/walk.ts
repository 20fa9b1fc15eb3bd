import { resolve } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Texts } from '../scripts/check/messages.ts'
import { administrator } from './administrators.ts'
import { confirmedLongAgo } from './database.ts'
import { connect, quickAsk, quickPlaydate, setPremium } from './events.ts'
import { dialogsClosed, expect } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import {
  callAs,
  newPhone,
  numberOf,
  type Person,
  password,
  quickFamily,
  quickRequest,
  quickUser,
  visitor,
} from './people.ts'
import { waiting } from './screens.ts'
import { codeOf, forgetLastCode } from './totp.ts'

type Values = Readonly<Record<string, string>>

interface Walk {
  browser: Browser
  language: 'en' | 'es'
  /** The app's texts in that language. */
  texts: Texts
  /** Checks what the page shows now. */
  look: (page: Page, where: string) => Promise<void>
}

/** The browser reports links to nowhere, calls without a response, and the screen that crashes on purpose. */
export const walkErrors = [/Failed to load resource|WebSocket connection|net::ERR_|broken on purpose/]

const photo = resolve(import.meta.dirname, '../web/public/icon-192.png')
const brand = 'Tagalong'
const viewport = { width: 360, height: 780 }
const nowhere = '00000000-0000-4000-8000-000000000000'

/** Sets the language, as if chosen long ago. */
export async function choose(language: 'en' | 'es', person: Person): Promise<Person> {
  const saved = await callAs(person, 'POST', '/api/app/language', { language })
  expect(saved.body.data).toEqual({ language })
  return person
}

/**
 * Visits all screens of caregivers and visitors in a language, on a small phone: empty and filled, with their dialogs
 * and prompts. Steps name what they press and wait for by the text's key.
 */
export function walkThrough({ browser, language, texts, look }: Walk) {
  const word = (key: string, values: Values = {}) => {
    const text = texts[key]
    if (typeof text !== 'string') throw new Error(`${key} is no text, or has several forms.`)
    return text
      .replaceAll(/\{[#/]\w+\}/g, '')
      .replaceAll(/\{(\w+)\}/g, (place, name) => values[name] ?? place)
  }
  const settle = async (page: Page, text: string) => {
    await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
    await expect(page.locator(waiting)).toHaveCount(0)
  }
  /** Looks once that text is shown and nothing is loading. */
  const see = async (page: Page, key: string, values?: Values) => {
    await settle(page, word(key, values))
    const where = `${new URL(page.url()).pathname} ${key}`
    expect.soft(await page.evaluate(findTooLong), `${where} has room for what its fields show`).toEqual([])
    await look(page, where)
  }
  const open = async (page: Page, path: string, key: string, values?: Values) => {
    await page.goto(path)
    await see(page, key, values)
  }
  type Role = 'button' | 'link' | 'tab' | 'radio'
  const find = (within: Page | Locator, role: Role, key: string, values?: Values) =>
    within.getByRole(role, { name: word(key, values), exact: role !== 'radio' && role !== 'tab' })
  const press = (within: Page | Locator, key: string, values?: Values) =>
    find(within, 'button', key, values).click()
  const fill = (within: Page | Locator, key: string, text: string) =>
    within
      .locator('input, textarea')
      .and(within.getByLabel(word(key)))
      .first()
      .fill(text)
  const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')
  const family = async (name: string, child: string) =>
    choose(language, await quickFamily(browser, name, { child, viewport }))
  /** Invites the caregiver with that number; returns the link for a person without an account. */
  const invite = async (from: Person, name: string, phone: string): Promise<URL> => {
    const { body } = await callAs(from, 'POST', '/api/app/connection', {
      inviteeName: name,
      inviteePhoneNumber: numberOf({ phone }),
    })
    return new URL(body.data.inviteUrl ?? '/', process.env.E2E_BASE_URL)
  }

  return {
    async asVisitor(): Promise<void> {
      const link = await invite(await family('Ina', 'Ada'), 'Nora', newPhone())
      const locale = language === 'es' ? 'es-MX' : 'en-US'
      const { page, context } = await visitor(browser, 'Nora', { child: 'Max', viewport, locale })
      await open(page, '/terms', 'app_title_terms')
      await open(page, '/privacy', 'common_privacy_policy')
      await open(page, '/forbidden', 'refusal_forbidden')
      await open(page, '/no/page', 'app_title_not_found')

      await open(page, `/confirm-email?token=gone&id=${nowhere}`, 'auth_confirm_failed')
      await open(page, `/confirm-email?kind=undo&token=gone&id=${nowhere}`, 'auth_undo_text')
      await press(page, 'auth_undo')
      await see(page, 'auth_undo_failed')
      await open(page, `/not-me?token=gone&id=${nowhere}`, 'auth_not_me_text')

      await open(page, `/reset-password?token=gone&id=${nowhere}`, 'auth_new_password_title')
      await fill(page, 'auth_password', 'short')
      await fill(page, 'auth_password_again', 'short')
      await press(page, 'common_reset_password')
      await see(page, 'prompt_password_length')

      await open(page, '/request-reset', 'auth_reset_lead')
      for (const field of await page.locator('input[type=email]').all()) await field.fill('nora@example.org')
      await press(page, 'auth_send_reset_link')
      await see(page, 'auth_reset_sent')

      await open(page, link.pathname + link.search, 'auth_invited_by', { name: 'Ina' })
      await press(page, 'common_sign_up')
      await see(page, 'prompt_email')
      await open(page, `/register?source=friend&invite=${'x'.repeat(43)}`, 'auth_invited_over')

      await open(page, '/login?again=1', 'auth_sign_in_again')
      await press(page, 'common_sign_in')
      await see(page, 'prompt_auth_email_missing')
      await open(page, '/second-step', 'prompt_auth_ticket_over')
      await context.setOffline(true)
      await see(page, 'lib_reaching', { brand })
    },

    /** A user who makes a profile, has no friends yet, and deletes the account. */
    async asNewcomer(): Promise<void> {
      const nell = await choose(language, await quickUser(browser, 'Nell', { child: 'Max', viewport }))
      const { page } = nell
      await open(page, '/onboarding', 'onboarding_child_first')
      await press(page, 'common_add_child')
      await press(page, 'common_save')
      await see(page, 'prompt_child_first_name')
      await fill(dialog(page), 'common_first_name', 'Max')
      await fill(dialog(page), 'children_last_initial', 'E')
      await page.getByText(word('children_availability'), { exact: true }).click()
      await see(page, 'children_hours_hint')
      await press(page, 'common_save')
      await press(page, 'onboarding_delete_child', { name: 'Max' })
      await see(page, 'ui_are_you_sure')
      await press(page, 'common_cancel')
      await press(page, 'common_confirm')
      await see(page, 'prompt_caregiver_first_name')
      await fill(page, 'common_first_name', 'Nell')
      await fill(page, 'caregivers_last_name', 'Example')
      await fill(page, 'common_phone_number', nell.phone)
      await fill(page, 'common_zip_code', '94601')
      await press(page, 'common_confirm')
      await see(page, 'home_hours_why')

      await open(page, '/safety', 'safety_nothing')
      await open(page, '/account-notice/data', 'your_data_copy_note')
      await open(page, '/confirm-number', 'caregivers_code_skip')
      await open(page, '/account-notice', 'safety_nothing_decided')
      await open(page, '/profile', 'profile_no_hours')
      await open(page, '/notifications', 'notifications_none')
      await open(page, '/view-playdates', 'playdates_none_upcoming')
      await open(page, '/connections', 'connections_none')
      await find(page, 'tab', 'connections_invites').click()
      await see(page, 'connections_none_pending')
      await find(page, 'tab', 'connections_groups').click()
      await press(page, 'groups_link_open')
      await see(page, 'groups_link_wrong')

      await page.goto('/edit-playdate/new')
      await find(page, 'radio', 'common_playdate').click()
      await press(page, 'plan_create')
      await see(page, 'prompt_playdate_own_children')
      await press(page, 'plan_propose')
      await see(page, 'plan_who_for_times')

      const [group, other] = [await makeGroup('Klasse 2b', ['Room 12']), await makeGroup('Klasse 3c')]
      await makeMember(other, nell, { status: 'pending' })
      await open(page, other.path, 'groups_waiting_note')
      await open(page, `/group/${nowhere}`, 'groups_missing')
      await page.goto(group.path)
      await press(page, 'groups_join')
      await see(page, 'prompt_group_code_missing')

      await page.goto('/edit-profile')
      await press(page, 'auth_change_email')
      await see(page, 'prompt_email')
      await find(page, 'link', 'auth_delete_account').click()
      await expect(page).toHaveURL('/your-data')
      await see(page, 'your_data_copy_note')
      await press(page, 'auth_delete_account')
      await see(page, 'auth_delete_warning', { brand })
      await fill(dialog(page), 'auth_password', password)
      await press(dialog(page), 'auth_delete_account')
      await expect(page).toHaveURL('/goodbye')
      await see(page, 'auth_goodbye_title')
    },

    /** The devices, the password, and the second step: turned on, used, and removed. */
    async asCareful(): Promise<void> {
      const { page, context, email } = await family('Ana', 'Mia')
      await context.request.post('/api/auth/login', { data: { email, password } })
      await open(page, '/security', 'auth_device_this')
      await press(page, 'auth_devices_sign_out')
      await see(page, 'auth_devices_note')
      await press(page, 'common_cancel')
      await press(page, 'auth_password_change_named')
      await see(page, 'auth_password_note')
      await press(page, 'common_cancel')
      await see(page, 'auth_second_step_first')
      await press(page, 'auth_app_set_up_named')
      await see(page, 'auth_app_then')
      await press(page, 'auth_app_confirm')
      await see(page, 'prompt_auth_code_wrong')
      const key = (await page.locator('.appkey').textContent()) ?? ''
      const enterCode = async (within: Page | Locator, label: string) => {
        await forgetLastCode(email)
        await fill(within, label, codeOf(key))
      }
      await enterCode(dialog(page), 'auth_code')
      await see(page, 'auth_codes_note')
      await press(page, 'common_done')
      await see(page, 'auth_codes_keep_first')
      await page.getByRole('checkbox').check()
      await press(page, 'common_done')
      await see(page, 'auth_codes_new')

      const locale = language === 'es' ? 'es-MX' : 'en-US'
      const { page: other } = await visitor(browser, 'Nora', { child: 'Max', viewport, locale })
      await other.goto('/login')
      await fill(other, 'auth_email_address', email)
      await fill(other, 'auth_password', password)
      await press(other, 'common_sign_in')
      await see(other, 'auth_step_app')
      await press(other, 'common_sign_in')
      await see(other, 'prompt_auth_code_wrong')
      await press(other, 'auth_recovery_use')
      await see(other, 'auth_step_recovery')
      await press(other, 'common_sign_in')
      await see(other, 'prompt_auth_recovery_missing')

      await press(page, 'auth_codes_new')
      await see(page, 'auth_codes_new_note')
      await press(page, 'common_cancel')
      await page.getByRole('switch').click()
      await see(page, 'auth_second_step_off_note')
      await press(page, 'common_cancel')
      await press(page, 'auth_app_remove_named')
      await see(page, 'auth_app_remove_question')
      await confirmedLongAgo(email)
      await press(dialog(page), 'auth_app_remove')
      await see(page, 'refusal_confirm_needed')
      await enterCode(dialog(page).last(), 'auth_app_code')
      await see(page, 'auth_second_step_first')
    },

    /** A family with children, other grown-ups, friends and a group. */
    async asFamily(): Promise<void> {
      const [ana, luz, mo] = [
        await family('Ana', 'Mia'),
        await family('Luz', 'Leo'),
        await family('Mo', 'Ada'),
      ]
      await quickRequest(luz, ana)
      const group = await makeGroup('Klasse 2b', ['Room 12'])
      await makeMember(group, ana, { isGroupAdmin: true })
      await makeMember(group, luz)
      await invite(mo, 'Ana', ana.phone)
      const { page, context } = ana
      await open(page, '/', 'connections_do_you_know', { name: 'Mo' })
      await open(page, '/notifications', 'notice_playdate_sent', { about: 'Luz' })
      await open(page, '/view-playdates', 'playdates_upcoming')

      // Children.
      await page.goto('/edit-child/new')
      await press(page, 'common_save')
      await see(page, 'prompt_child_first_name')
      await page.locator('input[type=file]').first().setInputFiles(photo)
      await see(page, 'files_crop')
      await open(page, '/profile', 'children_away_note')
      await press(page, 'children_away_add')
      await press(dialog(page), 'common_save')
      await see(page, 'prompt_away_from')
      for (const key of ['children_away_first', 'children_away_last'])
        await fill(dialog(page), key, new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10))
      await press(dialog(page), 'common_save')
      await see(page, 'children_away_remove')
      await find(page, 'link', 'profile_edit_child', { name: 'Mia E' }).click()
      await see(page, 'children_help_friends_note')
      await press(page, 'children_delete')
      await see(page, 'ui_are_you_sure')

      // Grown-ups.
      const mia = new URL(page.url()).pathname.split('/').at(-1)
      await open(page, `/child/${mia}/grown-ups`, 'guardians_card_alone')
      await find(page, 'link', 'guardians_add').click()
      await see(page, 'guardians_parent_note', { name: 'Mia' })
      await press(page, 'guardians_make_link')
      await see(page, 'prompt_guardian_label')
      await page.getByText(word('guardians_helper'), { exact: true }).click()
      await fill(dialog(page), 'guardians_new_for', 'Oma')
      await press(page, 'guardians_make_link')
      await see(page, 'guardians_link_good')
      const join = (await dialog(page).getByText('/join/').textContent()) ?? ''
      await open(page, '/join/of-nobody', 'guardians_bad_link')
      await open(mo.page, new URL(join).pathname, 'guardians_join_helper', { name: 'Ana' })
      await press(mo.page, 'guardians_say_yes')
      await see(mo.page, 'guardians_join_thanks', { name: 'Ana' })
      await open(mo.page, '/profile', 'guardians_waiting_card')
      await open(page, '/', 'guardians_opened', { name: 'Mo Example' })
      await open(page, `/child/${mia}/grown-ups`, 'guardians_yes', { name: 'Mo' })
      await press(page, 'guardians_yes', { name: 'Mo' })
      await page.getByRole('button', { name: word('guardians_change_help', { name: 'Mo' }) }).click()
      await see(page, 'guardians_stop_help')
      await open(mo.page, '/profile', 'guardians_helped_children')
      await open(page, `/child/${mia}/change/${mia}`, 'change_none')
      await open(page, '/notification-settings', 'notifications_always')
      await open(page, '/calendar-settings', 'calendar_card_note')
      await press(page, 'calendar_make')
      await see(page, 'calendar_once')
      await press(page, 'calendar_make_new')
      await see(page, 'calendar_make_new_note')
      await press(page, 'common_cancel')
      await press(page, 'calendar_turn_off')
      await see(page, 'calendar_turn_off_note')
      await open(page, `/introduction/${mia}`, 'introductions_over')
      await open(page, `/child/${mia}/grown-ups/introduce/${mia}`, 'guardians_not_here')

      // Friends.
      await open(page, '/connections', 'connections_add_or_invite')
      await press(page, 'common_remove', { name: 'Luz Example' })
      await see(page, 'ui_are_you_sure')
      await press(page, 'common_cancel')
      await press(page, 'safety_more_about', { name: 'Luz Example' })
      await see(page, 'safety_mute_note', { name: 'Luz' })
      await page.getByText(word('safety_mute'), { exact: true }).click()
      await press(page, 'safety_more_about', { name: 'Luz Example' })
      await press(page, 'safety_report')
      await press(page, 'chat_send')
      await see(page, 'prompt_report_reason')
      await page.getByText(word('safety_reason_danger'), { exact: true }).click()
      await see(page, 'safety_emergency', { number: '911' })
      await press(page, 'chat_send')
      await see(page, 'safety_team_told')
      await press(page, 'safety_done')
      await find(page, 'link', 'connections_add_or_invite').click()
      await expect(page).toHaveURL('/edit-connection/new')
      await press(page, 'connections_send_invite')
      await see(page, 'prompt_connection_name')
      await fill(page, 'connections_friend_name', 'Kim')
      await fill(page, 'common_phone_number', newPhone())
      await press(page, 'connections_send_invite')
      await see(page, 'connections_not_found_title')
      // This browser may not use the clipboard.
      await press(page, 'common_copy')
      await see(page, 'common_copy_by_hand')
      await press(page, 'connections_copied_by_hand')
      await see(page, 'connections_asks')
      await press(page, 'connections_take_back_label', { name: 'Kim' })
      await see(page, 'connections_take_back_title')
      await press(page, 'connections_take_back_keep')
      await press(page, 'connections_share_again')
      await see(page, 'connections_renew_title')
      await press(page, 'connections_renew')
      await see(page, 'connections_renewed_title')
      await press(page, 'common_close')
      await press(page, 'safety_more_about', { name: 'Mo Example' })
      await press(page, 'safety_block')
      await see(page, 'safety_block_note', { name: 'Mo' })
      await press(dialog(page), 'safety_block')
      await expect(page.getByText('Mo Example', { exact: true })).toHaveCount(0)
      await dialogsClosed(page)
      await open(page, '/safety', 'safety_state_sent')
      await press(page, 'safety_unblock_named', { name: 'Mo Example' })
      await see(page, 'safety_unblock_note')
      await open(page, '/connections', 'connections_add_or_invite')
      await context.setOffline(true)
      await find(page, 'tab', 'connections_groups').click()
      await see(page, 'ui_load_failed')
      await context.setOffline(false)

      // Groups.
      await open(page, '/connections?t=groups', 'groups_admin_name', { name: group.name })
      await find(page, 'link', 'groups_admin_name', { name: group.name }).click()
      await press(page, 'groups_code_show')
      await press(page, 'groups_invite_new')
      await see(page, 'common_copy_by_hand')
      await press(page, 'common_remove', { name: 'Luz Example' })
      await see(page, 'groups_remove_note', { name: 'Luz Example' })
      await press(page, 'common_cancel')
      await press(page, 'groups_leave')
      await see(page, 'groups_leave_as_admin')
      await press(page, 'common_cancel')
      await press(page, 'groups_qr_code')
      await see(page, 'groups_poster_scan')
      await press(page, 'common_close')
      await find(page, 'tab', 'groups_pods').click()
      await press(page, 'groups_pod_create')
      await press(page, 'groups_pod_add')
      await see(page, 'prompt_group_pod_name')
    },

    /** A family with playdates, an event, a series and an order. */
    async asPlanner(): Promise<void> {
      const [ana, luz] = [
        await family('Ana', 'Mia'),
        await choose(language, await administrator(browser, 'Luz', { child: 'Leo', viewport })),
      ]
      const request = await quickRequest(luz, ana)
      await setPremium(ana, 'active')
      const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
      const event = await quickPlaydate(ana, { times: [start], isEvent: true, description: 'Bring a hat' })
      const { page } = ana

      // A new event.
      await page.goto('/edit-playdate/new')
      await find(page, 'radio', 'plan_event').click()
      await press(page, 'plan_create')
      await see(page, 'prompt_playdate_own_children')

      // A request: viewed, answered with other times, confirmed, discussed and cancelled.
      await page.goto(`/view-playdate-request/${request}`)
      await press(page, 'plan_confirm')
      await see(page, 'prompt_playdate_pick_location')
      await press(page, 'plan_reject')
      await see(page, 'plan_reject_question')
      await press(page, 'common_cancel')
      await find(page, 'link', 'plan_yes_but').click()
      await see(page, 'plan_suggest_better')
      await press(page, 'plan_propose')
      await settle(page, word('plan_outline'))
      await page.locator('.hour:enabled').first().click()
      await see(page, 'plan_may_not_work')
      await page.goto(`/view-playdate-request/${request}`)
      await page.getByText('Riverside Park', { exact: true }).click()
      await page.getByRole('radio').last().click({ force: true })
      await press(page, 'plan_confirm')
      await see(page, 'plan_way_to_go')
      await see(page, 'afternoon_question')
      await press(page, 'common_not_now')
      await open(page, `/view-playdate-request/${request}`, 'playdates_confirmed_already')
      await find(page, 'link', 'playdates_see').click()
      await page.getByRole('textbox', { name: word('chat_your_message') }).fill('Hola')
      await press(page, 'chat_send')
      await expect(page.getByText('Hola', { exact: true })).toBeVisible()
      await see(page, 'chat_title')
      await press(page, 'playdates_sick')
      await see(page, 'playdates_sick_question')
      await press(page, 'playdates_keep')
      await find(page, 'link', 'plan_change_time').click()
      await see(page, 'plan_stays_until_they')
      await press(page, 'plan_ask_for_time')
      await see(page, 'prompt_playdate_time')
      await page.goto(`/view-playdate-information/${request}`)
      await press(page, 'playdates_cancel')
      await see(page, 'playdates_cancel_question')
      await press(dialog(page), 'playdates_cancel')
      await see(page, 'playdates_ending_cancelled_by_you')

      // An event, as its owner and as a guest see it.
      await open(page, `/view-playdate-information/${event}`, 'chat_everyone')
      await find(page, 'tab', 'chat_one_guest').click()
      await see(page, 'chat_one_guest_hint')
      await press(page, 'playdates_cancel_event')
      await see(page, 'playdates_cancel_event_question')
      await open(page, `/edit-playdate/${event}`, 'plan_asked_again')
      await open(luz.page, `/view-playdate-information/${event}`, 'playdates_reject_invite')
      await press(luz.page, 'playdates_accept_invite')
      await see(luz.page, 'playdates_invite_accepted')

      // Capacity: from no limit to full, as the owner and a guest see it.
      await open(page, `/view-playdate-information/${event}`, 'spots_none')
      await press(page, 'spots_change')
      await see(page, 'spots_change_note')
      await fill(dialog(page), 'spots_how_many', '2')
      await press(dialog(page), 'common_save')
      await see(page, 'spots_full')
      await open(luz.page, `/view-playdate-information/${event}`, 'spots_full')

      // A series: planned, answered except for one date, viewed and stopped.
      await page.goto('/edit-playdate/new')
      await find(page, 'radio', 'common_playdate').click()
      await page.getByRole('button', { name: word('series_how_often') }).click()
      await page.getByText(word('series_weekly'), { exact: true }).click()
      await see(page, 'series_pick_time')
      // A series has only one family.
      await page.getByText(word('series_once'), { exact: true }).click()
      await press(page, 'common_done')
      const until = new Date(Date.parse(start) + 21 * 86_400_000).toISOString().slice(0, 10)
      const repeated = await quickPlaydate(ana, { times: [start], repeat: { everyWeeks: 1, until } })
      await open(luz.page, `/view-playdate-request/${repeated}`, 'series_which_days')
      await press(luz.page, 'series_no_to_all')
      await see(luz.page, 'series_no_to_all_question')
      await press(luz.page, 'common_cancel')
      await luz.page.getByRole('switch').last().click()
      await see(luz.page, 'series_leave_out_later')
      await luz.page.locator('.actions .btn--action').click()
      await see(luz.page, 'plan_way_to_go')
      await open(page, `/view-playdate-information/${repeated}`, 'series_part_of')
      const { series } = (await callAs(ana, 'GET', `/api/app/playdate/${repeated}`)).body.data
      await open(page, `/series/${series.id}`, 'playdates_play_again')
      await page.getByRole('button', { name: word('series_stop') }).click()
      await see(page, 'series_stop_question')
      await press(dialog(page), 'series_stop')
      await see(page, 'series_cancelled')

      // Asking in order.
      await connect(ana, await family('Kim', 'Max'))
      await page.goto('/edit-playdate/new')
      await find(page, 'radio', 'common_playdate').click()
      await page.getByRole('combobox').first().selectOption({ label: 'Leo - Luz' })
      await see(page, 'asks_wait')
      await page.locator('.inviting__further button').click()
      await see(page, 'asks_one_after_other')
      await page.getByRole('button', { name: 'Max - Kim' }).click()
      await see(page, 'asks_add')
      const asking = await quickAsk(ana, [start])
      await open(page, `/ask/${asking}`, 'asks_only_you')
      await press(page, 'asks_next_now')
      await expect(dialog(page)).toBeVisible()
      await see(page, 'asks_next_now')
      await press(page, 'common_cancel')
      await press(page, 'asks_stop')
      await see(page, 'asks_stop_question')
      await press(dialog(page), 'asks_stop')
      await see(page, 'asks_ended_stopped')
      await open(page, `/ask/${nowhere}`, 'asks_missing')

      // Screens for some users only, and errors.
      await luz.page.goto('/forbidden')
      await press(luz.page, 'app_menu')
      await see(luz.page, 'app_nav_admin')
      await page.route('**/api/auth/logout', (route) => route.abort())
      await open(page, '/logout', 'auth_logout_failed')
      await page.route('**/assets/connections-with-groups-screen-*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "export const ConnectionsWithGroupsScreen = () => { throw new Error('broken on purpose') }",
        }),
      )
      await open(page, '/connections', 'crash_intro')
      await press(page, 'crash_submit')
      await see(page, 'crash_thanks')
    },
  }
}

/** Runs in the page: returns choices and placeholders that their field cuts off. */
function findTooLong(): string[] {
  const ruler = document.createElement('canvas').getContext('2d')
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input[placeholder]')
  return [...fields].flatMap((field) => {
    if (!field.checkVisibility() || field.closest('[aria-hidden="true"]') || !ruler) return []
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    ruler.font = font
    const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return text && ruler.measureText(text).width > room ? [text] : []
  })
}
