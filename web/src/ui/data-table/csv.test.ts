import { expect, test, vi } from 'vitest'
import { csvText } from './csv.ts'

const headers = ['Name', 'Age']
const rows = [
  ['Ann, "the" first', 1.5],
  ['Ben\nson', 2],
]

test('by default a file has headers, commas, double quotes, a point, a byte-order mark and CRLF', {
  tags: ['TABLE-11', 'CONST-15', 'CONST-16', 'CONST-17', 'CONST-20', 'CONST-21'],
}, () => {
  expect(csvText(rows, { headers })).toBe(
    '\uFEFF"Name","Age"\r\n"Ann, ""the"" first",1.5\r\n"Ben\nson",2\r\n',
  )
})

test('every option changes the file', { tags: ['TABLE-16', 'CONST-19'] }, () => {
  expect(csvText([['x', 1.5]], { headers, fieldSeparator: ';' })).toContain('"x";1.5')
  expect(csvText([["it's", 1]], { headers, quote: "'" })).toContain("'it''s',1")
  expect(csvText([['x', 1]], { headers, quote: '' })).toContain('\r\nx,1')
  expect(csvText([['x', 1.5]], { headers, fieldSeparator: ';', decimalSeparator: ',' })).toContain('1,5')
  expect(csvText([['x', 1]], { headers, showTitle: true })).toContain('My Generated Report\r\n"Name"')
  expect(csvText([['x', 1]], { headers, showTitle: true, title: 'Users' })).toMatch(/^\uFEFFUsers\r\n/)
  expect(csvText([['x', 1]], { headers, showLabels: false })).toBe('\uFEFF"x",1\r\n')
  expect(csvText([['x', 1]], { headers, byteOrderMark: false })).toMatch(/^"Name"/)
  expect(csvText([['x', 1]], { headers: ['A', 'B'] })).toContain('"A","B"')
})

test('no cell begins like a formula, headers and title included', { tags: ['TABLE-15'] }, () => {
  const corpus = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|" /C calc"!A0', "=HYPERLINK('x')"]
  for (const quote of ['"', "'", '']) {
    const text = csvText(
      corpus.map((cell) => [cell]),
      { headers: ['=evil'], title: '=evil', showTitle: true, quote, byteOrderMark: false },
    )
    const [title, ...lines] = text?.split('\r\n') ?? []
    expect(title).toBe("'=evil")
    expect(lines).toHaveLength(corpus.length + 2)
    for (const line of lines) {
      const cell = line.startsWith(quote || '"') ? line.slice(1) : line
      expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }
  }
  expect(csvText([['=1+1']], { headers: ['A'] })).toContain('"\'=1+1"')
  expect(csvText([['1=1']], { headers: ['A'] })).toContain('"1=1"')
})

test('without data, the console says so', { tags: ['TABLE-17'] }, () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(csvText([], { headers })).toBeNull()
  expect(logged).toHaveBeenCalledWith('Invalid data')
  logged.mockRestore()
})
