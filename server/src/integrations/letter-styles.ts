/**
 * The brand's colours by day and by night. Mail programs know no variables, so their values are written wherever they
 * are used.
 */
const colours = {
  canvas: ['#fff9f2', '#17162e'],
  surface: ['#ffffff', '#232144'],
  ink: ['#22223b', '#fbf4ea'],
  quiet: ['#565676', '#c0bbdd'],
  line: ['#ecdfd0', '#39366a'],
  primary: ['#3d348b', '#bdb5ff'],
  action: ['#c8372d', '#ff8c7a'],
  actionInk: ['#ffffff', '#2b0c07'],
  coral: ['#ffdfd6', '#5a2f42'],
  sun: ['#ffe8b0', '#63491a'],
  mint: ['#d2eee6', '#1f4f50'],
  lilac: ['#e2dffb', '#3b3580'],
} as const
type Colour = keyof typeof colours
/** The colour of the square behind an icon. */
export type Tile = 'coral' | 'sun' | 'mint' | 'lilac'

/**
 * Returns an element's attributes: the day's colours inline, since many programs drop style sheets, the night's by
 * class.
 */
export function look(styles: string, its: { ink?: Colour; ground?: Colour; line?: Colour } = {}): string {
  const { ink, ground, line } = its
  const parts = [
    ink && `color:${colours[ink][0]}`,
    ground && `background:${colours[ground][0]}`,
    line && `border-top:1px solid ${colours[line][0]}`,
    styles,
  ]
  const classes = [ink && `ink-${ink}`, ground && `on-${ground}`, line && `line-${line}`].filter(Boolean)
  const named = classes.length > 0 ? ` class="${classes.join(' ')}"` : ''
  return `${named} style="${parts.filter(Boolean).join(';')}"`
}

/** The night's colours, for pages and mails that use `look`. */
export const nightStyles = `@media (prefers-color-scheme:dark){${Object.entries(colours)
  .map(
    ([name, [, night]]) =>
      `.ink-${name}{color:${night}!important}.on-${name}{background:${night}!important}.line-${name}{border-color:${night}!important}`,
  )
  .join('')}}`
