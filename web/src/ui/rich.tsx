import { Fragment, type ReactNode } from 'react'

/** A piece of a text: its words, or where a marked part of it begins or ends. */
type Piece =
  | { type: 'text'; value: string }
  | { type: 'markup-start' | 'markup-end' | 'markup-standalone'; name: string }

/**
 * A text with parts that are links or stand out: `parts={m.x.parts({})}`, where the text marks them as
 * `{#link}…{/link}`. Parts don't stand inside each other.
 */
export function Rich<Name extends string>({
  parts,
  marks,
}: {
  parts: readonly Piece[]
  /** By the part's name, what becomes of its words. */
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
