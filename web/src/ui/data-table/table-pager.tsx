import { Icon } from '#ui/icon.tsx'
import type { TableState } from './table-state.ts'
import './data-table.css'

/** Picks the page size, and turns pages. */
export function Pager({
  page,
  pages,
  isOpenEnded,
  sizes,
  pageSize,
  state,
}: {
  page: number
  pages: number
  /** True if there may be more pages than that. */
  isOpenEnded: boolean
  sizes: number[]
  pageSize: number
  state: TableState
}) {
  return (
    <nav className="datatable__pager" aria-label="Pages">
      <label className="row">
        <span className="small">Per page</span>
        <span className="select">
          <select
            className="input"
            value={pageSize}
            onChange={({ target }) => state.resize(Number(target.value))}
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      </label>
      <div className="row datatable__pages">
        <button
          className="iconbtn"
          type="button"
          aria-label="Previous page"
          disabled={page === 0}
          onClick={() => state.turnTo(page - 1)}
        >
          <Icon name="left" />
        </button>
        <span role="status">
          {page + 1} of {pages}
          {isOpenEnded && '+'}
        </span>
        <button
          className="iconbtn"
          type="button"
          aria-label="Next page"
          disabled={page + 1 >= pages}
          onClick={() => state.turnTo(page + 1)}
        >
          <Icon name="right" />
        </button>
      </div>
    </nav>
  )
}
