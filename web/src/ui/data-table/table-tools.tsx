import { maxSearchLength } from '@tagalong/contract/http/lists.ts'
import { useId } from 'react'
import SearchIcon from '#ui/icons/search.svg?react'
import type { TableColumn } from './columns.ts'
import type { TableState } from './table-state.ts'
import './data-table.css'

export function SearchField({
  value,
  onChange,
  isBusy,
  note,
}: {
  value: string
  onChange: (text: string) => void
  isBusy: boolean
  note: string | undefined
}) {
  const id = useId()
  return (
    <search className="searchbox">
      <div className="searchbox__line">
        <SearchIcon className="icon" />
        <input
          className="input"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          aria-label="Search"
          aria-busy={isBusy}
          aria-describedby={`${id}-note`}
          placeholder="Search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="hint datatable__note" id={`${id}-note`} role="status">
        {note}
      </p>
    </search>
  )
}

/** Shown if the column heads are hidden. */
export function SortChip<Row>({
  columns,
  state,
}: {
  columns: readonly TableColumn<Row>[]
  state: TableState
}) {
  const { sort } = state.value
  return (
    <select
      className="chip datatable__sort"
      aria-label="Sort by"
      value={sort ? `${sort.isDown ? '-' : ''}${sort.column}` : ''}
      onChange={({ target }) => state.sortBy(target.value)}
    >
      {!sort && <option value="">Sort</option>}
      {columns.flatMap(({ id, header }) => [
        <option key={id} value={id}>{`↑ ${header}`}</option>,
        <option key={`-${id}`} value={`-${id}`}>{`↓ ${header}`}</option>,
      ])}
    </select>
  )
}
