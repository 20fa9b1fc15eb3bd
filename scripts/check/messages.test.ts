import { expect, test } from 'vitest'
import { differencesOf, type Texts } from './messages.ts'
import type { Source } from './sources.ts'
import { checkTexts } from './texts.ts'

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

test('a text that Spanish lacks, has in vain or gives other parameters is named', {
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

test('a text that is written out in a component, a schema or a refusal is found', {
  tags: ['TIME-87'],
}, () => {
  const screen = 'web/src/features/home/home-screen.tsx'
  for (const text of [
    'export const A = () => <p>Hello</p>',
    'export const A = () => <p>{m.home_name()}, hello</p>',
    'export const A = () => <img alt="Portrait" />',
    "export const A = () => <Field label={isNew ? 'First name' : m.home_name()} />",
    "export const places = [{ to: '/', label: 'Home' }]",
    'export const said = (name: string) => `Invite sent to ${name}`',
  ])
    expect(found(screen, text), text).toHaveLength(1)
  expect(
    found('contract/src/features/a/a.contract.ts', "export const b = text(9, 'Please fill this in')"),
  ).toHaveLength(1)
  expect(
    found('server/src/features/a/a.service.ts', "export const c = new Refusal(409, 'It is too late.')"),
  ).toHaveLength(1)
})

test('what no caregiver reads may stand where it is', () => {
  const screen = 'web/src/features/home/home-screen.tsx'
  for (const text of [
    'export const A = () => <p className="home">{m.home_name()}</p>',
    "import { a } from './Some File.ts'",
    "export const f = () => { throw new Error('This screen needs a viewer') }",
    "console.error('That went wrong')",
    'export const A = () => <p>{a} · {b}</p>',
  ])
    expect(found(screen, text), text).toEqual([])
  const summary = "export const a = endpoint({ summary: 'Send a message' })"
  expect(found('contract/src/features/a/a.contract.ts', summary)).toEqual([])
  for (const path of ['web/src/features/groups/admin/groups-screen.tsx', 'web/src/ui/manage/form.tsx'])
    expect(found(path, 'export const A = () => <p>Hello</p>')).toEqual([])
})
