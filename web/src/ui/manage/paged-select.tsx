import { maxSearchLength } from '@tagalong/contract/http/lists.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { failureText } from '#lib/calls/failure-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { useDebounced } from '#lib/use-debounced.ts'
import type { TableSource } from '#ui/data-table/table-source.ts'
import { Asterisk, type Option, Prompt } from '#ui/fields/field.tsx'
import DownIcon from '#ui/icons/down.svg?react'
import '#ui/styles/widgets.css'

interface PagedSelectProps<Row> {
  source: TableSource<Row>
  optionOf: (row: Row) => Option
  label: string
  name?: string
  /** The form's value. Cleared at the start, since the field can't show a value that it didn't choose itself. */
  value: unknown
  onChange: (value: string) => void
  onBlur?: () => void
  isRequired?: boolean
  error?: string | undefined
}

const offered = 20

/** Picks one row of a list of any length, with a search. Empty if nothing is chosen. */
export function PagedSelect<Row>(props: PagedSelectProps<Row>) {
  const { source, optionOf, label, name, value, onChange, onBlur, isRequired = false, error } = props
  const id = useId()
  const { timeZone } = useSession()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Option>()
  const start = useRef({ value, onChange })
  useEffect(() => {
    if (start.current.value) start.current.onChange('')
  }, [])
  const wanted = typed.trim() === chosen?.text ? '' : typed.trim()
  const search = useDebounced(wanted, 250)
  const found = useQuery({
    queryKey: [...source.key, 'options', search],
    queryFn: ({ signal }) => source.load({ limit: offered, timeZone, ...(search && { search }) }, signal),
    placeholderData: keepPreviousData,
  })
  // Until the server has searched, filters what is loaded, so that nothing moves under the pointer.
  const isSearching = search !== wanted || found.isPending || found.isPlaceholderData
  const listed = (found.data?.rows ?? []).map(optionOf)
  const options = isSearching ? listed.filter(({ text }) => includes(text, wanted)) : listed
  const isListed = options.some(({ value }) => value === chosen?.value)
  const prompt = found.isError ? failureText(found.error) : error
  return (
    <ComboBox
      className="field"
      items={chosen && !isListed ? [chosen, ...options] : options}
      value={chosen?.value ?? null}
      onInputChange={setTyped}
      onChange={(key) => {
        setChosen(options.find(({ value }) => value === key) ?? (key === chosen?.value ? chosen : undefined))
        onChange(key === null ? '' : String(key))
      }}
      onBlur={() => onBlur?.()}
      menuTrigger="focus"
      allowsEmptyCollection
      validationBehavior="aria"
      isInvalid={prompt !== undefined}
      isRequired={isRequired}
      {...(prompt && { 'aria-describedby': `${id}-error` })}
    >
      <Label>
        {label}
        {isRequired && <Asterisk />}
      </Label>
      <div className="select select--search">
        <Input
          className="input"
          maxLength={maxSearchLength}
          {...(name !== undefined && { name })}
          placeholder={found.isPending ? 'Loading' : 'Search'}
        />
        <Button className="iconbtn">
          <DownIcon className="icon" />
        </Button>
      </div>
      {prompt && <Prompt id={`${id}-error`}>{prompt}</Prompt>}
      <Popover className="options">
        <ListBox<Option>
          className="options__list"
          renderEmptyState={() => (isSearching ? 'Loading' : 'Nothing fits')}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.text} className="options__one">
              {option.text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function includes(text: string, part: string): boolean {
  return text.toLocaleLowerCase().includes(part.toLocaleLowerCase())
}
