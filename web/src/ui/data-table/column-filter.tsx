import { maxSearchLength } from '@tagalong/contract/http/lists.ts'
import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { TextField } from 'react-aria-components/TextField'
import { failureText } from '#lib/calls/failure-text.ts'
import { useFocusReturn } from '#lib/navigation/focus.ts'
import FilterIcon from '#ui/icons/filter.svg?react'
import SearchIcon from '#ui/icons/search.svg?react'
import type { ColumnValues } from './table-source.ts'
import '#ui/styles/widgets.css'

interface ColumnFilterProps {
  header: string
  /** Undefined means all. */
  value: string | null | undefined
  onChange: (value: string | null | undefined) => void
  load: (search: string, signal: AbortSignal) => Promise<ColumnValues>
  textOf: (value: string | null) => string
}

interface Choice {
  key: string
  text: string
}

const showAll: Choice = { key: 'all', text: 'Show all' }

/**
 * Filters by one of the column's values, or shows all. A funnel in the column's head, or a chip if heads are hidden.
 */
export function ColumnFilter(props: ColumnFilterProps & { isChip?: boolean }) {
  const { header, value, textOf, isChip = false } = props
  const [isOpen, setOpen] = useState(false)
  const picked = value === undefined ? showAll.text : textOf(value)
  const name = value === undefined ? `Filter ${header}` : `Filter ${header}: ${picked}`
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        className={isChip ? 'chip' : 'datatable__filter'}
        data-picked={value !== undefined || undefined}
        {...(!isChip && { 'aria-label': name })}
      >
        <FilterIcon className="icon icon--s" />
        {isChip && `${header}: ${picked}`}
      </Button>
      <Popover className="options options--values">
        <Dialog className="options__dialog" aria-label={`Filter ${header}`}>
          <Choices {...props} onPicked={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Choices({
  header,
  value,
  onChange,
  load,
  textOf,
  onPicked,
}: ColumnFilterProps & { onPicked: () => void }) {
  useFocusReturn()
  const [listed] = useState(() => load)
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<ColumnValues>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    const timer = setTimeout(
      () =>
        listed(search.trim(), control.signal).then(
          (values) => {
            setFound(values)
            setProblem(undefined)
          },
          (error: unknown) => {
            if (!control.signal.aborted) setProblem(failureText(error))
          },
        ),
      search === '' ? 0 : 250,
    )
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [listed, search])

  const values = found?.values ?? []
  const isMissing = value !== undefined && search === '' && !values.includes(value)
  const choices = (isMissing ? [value, ...values] : values).map((each) => ({
    key: keyOf(each),
    text: textOf(each),
  }))
  const note = problem ?? (found ? found.hasMore && 'There are more: search for them' : 'Loading')
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <TextField className="options__search" aria-label={`Search ${header}`} autoFocus>
        <SearchIcon className="icon icon--s" />
        <Input
          className="input"
          role="combobox"
          aria-expanded
          aria-haspopup="listbox"
          placeholder="Search"
          maxLength={maxSearchLength}
        />
      </TextField>
      <ListBox<Choice>
        className="options__list"
        aria-label={header}
        items={[showAll, ...choices]}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[keyOf(value)]}
        onSelectionChange={(keys) => {
          const [key] = [...keys]
          if (key !== undefined) onChange(filteredBy(String(key)))
          onPicked()
        }}
      >
        {({ key, text }) => (
          <ListBoxItem id={key} textValue={text} className="options__one">
            {text}
          </ListBoxItem>
        )}
      </ListBox>
      <p className="options__note" role="status">
        {note}
      </p>
    </Autocomplete>
  )
}

/** The prefix keeps values apart from the keys for all and none. */
function keyOf(value: string | null | undefined): string {
  if (value === undefined) return showAll.key
  return value === null ? 'none' : `=${value}`
}

function filteredBy(key: string): string | null | undefined {
  if (key === showAll.key) return undefined
  return key === 'none' ? null : key.slice(1)
}
