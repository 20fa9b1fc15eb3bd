import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts } from '../compile-messages.ts'
import { differencesOf, type Texts } from './messages.ts'
import type { Source } from './sources.ts'
import { parseRows } from './tags.ts'
import { checkTexts } from './texts.ts'

const root = resolve(import.meta.dirname, '../..')

const plural = (one: string, other: string): Texts[string] => [
  {
    declarations: ['input count', 'local n = count: plural'],
    selectors: ['n'],
    match: { 'n=one': one, 'n=other': other },
  },
]

const english: Texts = {
  home_hi: 'Hi {name}!',
  home_rules: 'Read the {#link}rules{/link}',
  home_families: plural('{count} family', '{count} families'),
}
const spanish: Texts = {
  home_hi: '¡Hola, {name}!',
  home_rules: 'Lee las {#link}reglas{/link}',
  home_families: plural('{count} familia', '{count} familias'),
}

test('a text that Spanish lacks, has needlessly or gives other parameters is reported', {
  tags: ['TIME-93'],
}, () => {
  expect(differencesOf(english, spanish)).toEqual([])
  const { home_hi: _, ...without } = spanish
  expect(differencesOf(english, without)).toEqual(['contract/messages/es.json lacks home_hi'])
  expect(differencesOf(without, english)).toEqual([
    'contract/messages/es.json has home_hi, which en.json doesn’t',
  ])
  for (const [key, text] of [
    ['home_hi', '¡Hola!'],
    ['home_hi', '¡Hola, {nombre}!'],
    ['home_rules', 'Lee las reglas'],
    ['home_families', plural('{number} familia', '{count} familias')],
  ] as const) {
    const [found, ...more] = differencesOf(english, { ...spanish, [key]: text })
    expect(more).toEqual([])
    expect(found).toContain(`${key} needs `)
  }
})

const found = (path: string, text: string): string[] =>
  checkTexts([{ path, text } satisfies Source]).map(({ advice }) => advice)

test('a text written out in a component, a schema or a refusal is found', {
  tags: ['TIME-87'],
}, () => {
  const screen = 'web/src/features/home/home-screen.tsx'
  for (const text of [
    'export const A = () => <p>Hello</p>',
    'export const A = () => <p>{m.home_name()}, hello</p>',
    'export const A = () => <img alt="Portrait" />',
    "export const A = () => <Field label={isNew ? 'First name' : m.home_name()} />",
    "export const A = () => <b>{isOpen ? 'Close' : name}</b>",
    "export const A = () => <b>{'Hello'}</b>",
    "export const A = () => <b aria-label={isOn && 'on'} />",
    "export const places = [{ to: '/', label: 'Home' }]",
    'export const said = (name: string) => `Invite sent to $' + '{name}`',
    'export const said = (name: string) => `$' + '{name} joined`',
    'export const said = (name: string) => `$' + '{m.home_name()}: $' + '{name} is here`',
    "export const said = (name: string) => 'saved ' + name",
    "export const said = (name: string) => name + ', saved by you'",
    "export const said = (names: string[]) => names.join(' and ')",
    "showToast('Saved')",
    "showToast(isNew ? 'Added' : m.home_saved())",
    "export const f = () => { throw new ApiError(409, 'Too late for that') }",
    "export const f = () => { throw new ApiError(409, 'Late') }",
    "form.setError('email', 'Taken')",
  ])
    expect(found(screen, text), text).toHaveLength(1)
  expect(
    found('contract/src/features/a/a.contract.ts', "export const b = text(9, 'Please fill this in')"),
  ).toHaveLength(1)
  for (const text of [
    "new Refusal(409, 'It is too late.')",
    "new Refusal(409, 'Late')",
    "badInput('email', 'Taken')",
  ])
    expect(found('server/src/features/a/a.service.ts', `export const c = ${text}`), text).toHaveLength(1)
})

test('a text that no caregiver reads may be written out', () => {
  const screen = 'web/src/features/home/home-screen.tsx'
  for (const text of [
    'export const A = () => <p className="home">{m.home_name()}</p>',
    "import { a } from './Some File.ts'",
    "export const f = () => { throw new Error('This screen needs a viewer') }",
    "console.error('That went wrong')",
    'export const A = () => <p>{a} · {b}</p>',
    'export const A = () => <p className={`home home--$' + '{look}`} />',
    'export const path = `/group/$' + '{id}?t=$' + '{tab}`',
    'export const f = () => { throw new Error(`$' + '{name} is not there`) }',
    "export const f = () => badInput('email', m.home_name())",
  ])
    expect(found(screen, text), text).toEqual([])
  const summary = "export const a = endpoint({ summary: 'Send a message' })"
  expect(found('contract/src/features/a/a.contract.ts', summary)).toEqual([])
  for (const path of ['web/src/features/groups/admin/groups-screen.tsx', 'web/src/ui/manage/form.tsx'])
    expect(found(path, 'export const A = () => <p>Hello</p>')).toEqual([])
})

/** Administrators' screens, and texts that programs read, are not in the messages. */
const ofAdministrators = /^(?:ADMIN|TABLE)-/
const noMessages: readonly string[] = [
  // Parts of addresses, and values of the API.
  ...['/', 'new', 'current-user', 'Bearer', 'success', 'message', 'chatroom', 'relaxed'],
  ...['Connection created with existing user', 'Connection created with new invitee'],
  // Formats of times and files.
  ...['h am/pm', '12 pm', 'h:mm a, MM/dd', 'generated', 'My Generated Report'],
  // The brand, and a part of a longer text.
  ...['Tagalong', 'TAGALONG', '(Admin)', 'connection with this user already exists'],
  // Buttons on administrators' screens, which are in English only.
  ...['Warn'],
  // Reasons of errors that no user sees.
  ...['Missing tokens', 'Missing access token', 'Missing refresh token', 'Failed to refresh', 'Unauthorized'],
  ...['Maximum retries exceeded', 'Unexpected Application Error!', 'Country not found'],
  ...['get-signed-post-url returned an error', 'get-signed-post-url did not return a url'],
  ...['get-signed-url returned an error', 'get-signed-url did not return a url'],
]

test('every text quoted in the requirements is an English message, byte for byte', {
  tags: ['TIME-87'],
}, () => {
  const patterns = Object.values(readTexts('en'))
    .flatMap((text) => (typeof text === 'string' ? text : text.flatMap(({ match }) => Object.values(match))))
    .map(patternOf)
  const rows = parseRows(readFileSync(join(root, 'docs/requirements.tsv'), 'utf8'))
  const quoted = rows
    .filter(({ id }) => !ofAdministrators.test(id))
    .flatMap(({ id, requirement }) =>
      [...requirement.matchAll(/(?<![^\s(])'(.+?)'(?=$|[\s).,;:/])/g)].map(([, text = '']) => ({ id, text })),
    )
  expect(quoted.length).toBeGreaterThan(250)
  const others = quoted.filter(
    ({ text }) => !noMessages.includes(text) && !patterns.some((each) => each.test(text)),
  )
  expect(others).toEqual([])
})

/** Without 'has', 'no', 'me' and the like, which are words of both languages. */
const englishWords =
  /(?<!\p{L})(?:the|you|your|and|is|are|was|it|we|with|this|that|have|not|for|of|to|on|at|by|or|ago|just|now|Add|Save|Cancel|Edit|Delete|Back|Send|Playdates?|Request|Friend|Child|Children|Group|Pods?|Connections?|Notifications?|Profile|Home|When|Where|Who|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)(?!\p{L})/u

test('no Spanish text contains a word that only English has', { tags: ['TIME-87'] }, () => {
  const english = Object.entries(readTexts('es')).filter(([, text]) =>
    (typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match))).some((each) =>
      englishWords.test(each.replaceAll(/\{[#/]?\w+\}/g, ' ')),
    ),
  )
  expect(english).toEqual([])
})

/** A parameter may be anything; markup is not visible. */
function patternOf(text: string): RegExp {
  const parts = text.replaceAll(/\{[#/]\w+\}/g, '').split(/\{\w+\}/)
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`, 'u')
}

test('no Spanish sentence that ends with a time ends in two periods', { tags: ['TIME-90'] }, () => {
  const doubled = Object.entries(readTexts('es')).filter(([, text]) =>
    (typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match))).some((each) =>
      /\{(?:time|until|clock|hour)\}(?:\{\/\w+\})?\./.test(each),
    ),
  )
  // It contains a machine-readable time.
  expect(doubled.map(([key]) => key).filter((key) => key !== 'your_data_readme')).toEqual([])
})
