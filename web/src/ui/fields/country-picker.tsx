import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { TextField } from 'react-aria-components/TextField'
import { ariaLocale } from '#lib/language.ts'
import { useFocusReturn } from '#lib/navigation/focus.ts'
import DownIcon from '#ui/icons/down.svg?react'
import SearchIcon from '#ui/icons/search.svg?react'
import type { Country } from './phone-numbers.ts'
import '#ui/styles/widgets.css'

/** Their URLs only: a flag is fetched when it is shown. */
const flags = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

interface CountryPickerProps {
  countries: readonly Country[]
  /** A country's code. */
  value: string
  onChange: (code: string) => void
}

/** Picks a country by its flag, with a search by name, calling code or two letters. */
export function CountryPicker({ countries, value, onChange }: CountryPickerProps) {
  const [isOpen, setOpen] = useState(false)
  useFocusReturn(isOpen)
  const { contains } = useFilter({ sensitivity: 'base' })
  // Digits are searched as the beginning of a calling code.
  const fits = (text: string, typed: string) => contains(text, typed.trim().replace(/^(?=\d)/, '+'))
  return (
    <I18nProvider locale={ariaLocale()}>
      <Select
        className="select country"
        aria-label={m.ui_country()}
        autoComplete="tel-country-code"
        isOpen={isOpen}
        onOpenChange={setOpen}
        value={value}
        onChange={(code) => {
          if (code !== null) onChange(String(code))
        }}
      >
        <Button className="input">
          <SelectValue<Country>>
            {({ selectedItems: [country] }) =>
              country && (
                <>
                  <Flag country={country} />
                  <span className="sr">{country.name}</span> +{country.callingCode}
                </>
              )
            }
          </SelectValue>
        </Button>
        <DownIcon className="icon" />
        <Popover className="options options--countries">
          <Autocomplete filter={fits}>
            <TextField className="options__search" aria-label={m.ui_search_countries()} autoFocus>
              <SearchIcon className="icon icon--s" />
              <Input
                className="input"
                role="combobox"
                aria-expanded
                aria-haspopup="listbox"
                placeholder={m.common_search()}
              />
            </TextField>
            <ListBox<Country>
              className="options__list"
              items={countries}
              renderEmptyState={() => m.ui_nothing_fits()}
            >
              {(country) => (
                <ListBoxItem
                  id={country.code}
                  textValue={`${country.name} +${country.callingCode} ${country.code}`}
                  className="options__one"
                >
                  <Flag country={country} />
                  <span className="grow">{country.name}</span>
                  <span className="quiet">+{country.callingCode}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Popover>
      </Select>
    </I18nProvider>
  )
}

function Flag({ country: { code } }: { country: Country }) {
  const address = flags[`../../../../node_modules/country-flag-icons/3x2/${code}.svg`]
  return <img className="flag" src={address} alt="" width="24" height="16" loading="lazy" decoding="async" />
}
