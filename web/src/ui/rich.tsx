import { Fragment, type ReactNode } from 'react'

/** A piece of a text: its words, or the start or end of a marked part. */
type Piece =
  | { type: 'text'; value: string }
  | { type: 'markup-start' | 'markup-end' | 'markup-standalone'; name: string }

/**
 * A text with parts that are links or emphasised: `parts={m.x.parts({})}`, where the text marks them as
 * `{#link}…{/link}`. Parts can't be nested.
 */
export function Rich<Name extends string>({
  parts,
  marks,
}: {
  parts: readonly Piece[]
  /** Renders a part's words, by the part's name. */
  marks: Record<Name, (words: string) => ReactNode>
}) {
  const shown: ReactNode[] = []
  let name: string | null = null
  let words = ''
  for (const piece of parts) {
    if (piece.type === 'text') {
      if (name === null) shown.push(piece.value)
      else words += piece.value
    } else if (piece.type === 'markup-start') {
      name = piece.name
      words = ''
    } else if (piece.type === 'markup-end' && name !== null) {
      shown.push(<Fragment key={shown.length}>{marks[name as Name](words)}</Fragment>)
      name = null
    }
  }
  return shown
}
