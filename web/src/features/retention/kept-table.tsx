import { type Kept, kept, type Span, spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import { m } from '@tagalong/contract/messages.ts'

/** What the nightly sweep deletes and after how long, from the rules of the sweep itself. */
export function KeptTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{m.retention_col_length()}</th>
          <th scope="col">{m.retention_col_what()}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(spans) as Span[]).map((span) => (
          <tr key={span}>
            <th scope="row">{spans[span].words()}</th>
            <td>
              <ul>
                {keptFor(span).map((kind) => (
                  <li key={kind}>{kept[kind].words()}</li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function keptFor(span: Span): Kept[] {
  return (Object.keys(kept) as Kept[]).filter((kind) => kept[kind].span === span)
}
