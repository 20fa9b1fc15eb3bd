import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from './links.ts'

const linksIn = (text: string) =>
  partsOf(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []))

test.each([
  ['See https://a.example/x, ok?', 'https://a.example/x', 'https://a.example/x'],
  [
    'https://a.example/x?y=1&z=(2)#top!',
    'https://a.example/x?y=1&z=(2)#top',
    'https://a.example/x?y=1&z=(2)#top',
  ],
  ['(https://en.example/wiki/A_(b)).', 'https://en.example/wiki/A_(b)', 'https://en.example/wiki/A_(b)'],
  ['HTTP://A.example', 'HTTP://A.example', 'http://a.example/'],
  ['<a href="https://x.example">x</a>', 'https://x.example', 'https://x.example/'],
  ['https://x.example"onclick=alert(1)', 'https://x.example', 'https://x.example/'],
  [
    'https://пример.рф/путь',
    'https://пример.рф/путь',
    'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C',
  ],
  ['https://例え.jp/道。次', 'https://例え.jp/道', 'https://xn--r8jz45g.jp/%E9%81%93'],
  ['راجع https://a.example/ من فضلك', 'https://a.example/', 'https://a.example/'],
])('in %j the link is %j', (text, shown, href) => {
  expect(linksIn(text)).toEqual([[shown, href]])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://x.example/a',
  'mailto:a@x.example',
  'tel:123',
  'intent://x.example#Intent;end',
  '//x.example',
  'a@x.example',
  'https://',
  'http://.',
  'https://user:password@x.example/',
  'https://bank.example@x.example/',
  'https://x.example/\u202egpj.exe',
  '3:30 at the park.No rain',
])('in %j there is no link', (text) => {
  expect(linksIn(text)).toEqual([])
})

test('a very long link is kept whole, and hostile texts take no time', () => {
  const long = `https://x.example/${'a'.repeat(1_900)}`
  expect(linksIn(long)).toEqual([[long, long]])
  const began = performance.now()
  for (const piece of ['http://', 'a.', '(', 'https://x.example/(', '@', 'https://a@']) {
    partsOf(piece.repeat(Math.ceil(2_000 / piece.length)))
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})

const pieces = constantFrom(
  'https://',
  'http://',
  'javascript:',
  'x.example',
  '/',
  '@',
  ':',
  '(',
  ')',
  '"',
  ' ',
  '\n',
  '\u202e',
  'é',
  '。',
  'a',
)
const hostile = oneof(
  array(pieces, { maxLength: 20 }).map((all) => all.join('')),
  string({ unit: 'grapheme' }),
)

test('no part of a text is lost, and every link leads to a web page', () => {
  assert(
    property(hostile, (text) => {
      const parts = partsOf(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href } of parts) {
        if (href === undefined) continue
        const { protocol, username, password } = new URL(href)
        expect([protocol.startsWith('http'), username, password]).toEqual([true, '', ''])
      }
    }),
    { seed: 7, numRuns: 5_000 },
  )
})
