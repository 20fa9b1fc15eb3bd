import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { flushSync } from 'react-dom'
import { failureText } from '#lib/calls/failure-text.ts'
import { ariaLocale } from '#lib/language.ts'
import { type CallPath, callAny, plainEndpoint } from '#ui/form/call-any.ts'
import DownIcon from '#ui/icons/down.svg?react'
import PlusIcon from '#ui/icons/plus.svg?react'
import { Asterisk, type Option, Prompt } from './field.tsx'
import '#ui/styles/widgets.css'

/** Options by value and text, or a call whose data is an array of records. */
export type OptionSource =
  | { options: readonly Option[] }
  | {
      endpoint: AnyEndpoint | CallPath
      /** `_id` by default. */
      idField?: string
      textField: string
      /** Where a new item is posted, as { [textField]: typed text }. The answer is its record. */
      add?: AnyEndpoint | CallPath
    }

type SearchableSelectProps = OptionSource & {
  label: ReactNode
  name?: string
  /** Empty if nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  isRequired?: boolean | undefined
  error?: string | undefined
  isInvalid?: boolean | undefined
  hint?: ReactNode
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Contains a space, so it is never a record's id. */
const newKey = 'new item'

/** A select that is searched by typing. */
export function SearchableSelect(props: SearchableSelectProps) {
  const { label, name, value, onChange, onBlur, isRequired, error, hint, placeholder, ref } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const { options, add, isLoading, problem } = useOptions(props)
  const wanted = typed.trim()
  const isNew = add !== undefined && wanted !== '' && options.every(({ text }) => text !== wanted)
  const prompt = problem ?? error
  const describedBy = [hint && `${id}-hint`, prompt && `${id}-error`].filter(Boolean).join(' ')

  const choose = async (key: string | number | null) => {
    if (key !== newKey) return onChange(key === null ? '' : String(key))
    const made = await add?.(wanted)
    if (made !== undefined) onChange(made)
  }

  return (
    <I18nProvider locale={ariaLocale()}>
      <ComboBox
        className="field"
        defaultItems={isNew ? [...options, { value: newKey, text: wanted }] : options}
        value={value === '' ? null : value}
        onChange={choose}
        onInputChange={setTyped}
        onBlur={() => onBlur?.()}
        menuTrigger="focus"
        allowsEmptyCollection
        validationBehavior="aria"
        isInvalid={prompt !== undefined || props.isInvalid === true}
        isRequired={isRequired ?? false}
        {...(describedBy && { 'aria-describedby': describedBy })}
      >
        <Label>
          {label}
          {isRequired && <Asterisk />}
        </Label>
        <div className="select select--search">
          <Input
            className="input"
            {...(name !== undefined && { name })}
            {...(ref !== undefined && { ref })}
            placeholder={isLoading ? m.common_loading() : (placeholder ?? '')}
          />
          <Button className="iconbtn">
            <DownIcon className="icon" />
          </Button>
        </div>
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {prompt && <Prompt id={`${id}-error`}>{prompt}</Prompt>}
        <Popover className="options">
          <ListBox<Option> className="options__list" renderEmptyState={() => m.ui_nothing_fits()}>
            {(option) => (
              <ListBoxItem id={option.value} textValue={option.text} className="options__one">
                {option.value === newKey ? (
                  <>
                    <PlusIcon className="icon icon--s" />
                    <span>{m.ui_add_item({ text: option.text })}</span>
                  </>
                ) : (
                  option.text
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </I18nProvider>
  )
}

interface Loaded {
  options: readonly Option[]
  isLoading: boolean
  problem: string | undefined
  /** Adds an item and returns its value, or undefined if that failed. */
  add?: ((text: string) => Promise<string | undefined>) | undefined
}

function useOptions(source: OptionSource): Loaded {
  const endpoint = 'endpoint' in source ? source.endpoint : undefined
  const idField = ('idField' in source && source.idField) || '_id'
  const textField = 'textField' in source ? source.textField : ''
  const [loaded, setLoaded] = useState<readonly Option[]>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (!endpoint) return
    const control = new AbortController()
    callAny(callOf('GET', endpoint), { signal: control.signal }).then(
      (data) => setLoaded(Array.isArray(data) ? data.map((each) => optionOf(each, idField, textField)) : []),
      (error: unknown) => {
        if (control.signal.aborted) return
        setLoaded([])
        setProblem(failureText(error))
      },
    )
    return () => control.abort()
  }, [endpoint, idField, textField])

  if (!('endpoint' in source)) return { options: source.options, isLoading: false, problem: undefined }
  const { add } = source
  return {
    options: loaded ?? [],
    isLoading: loaded === undefined,
    problem,
    add:
      add &&
      (async (text) => {
        setProblem(undefined)
        try {
          const made = optionOf(
            await callAny(callOf('POST', add), { body: { [textField]: text } }),
            idField,
            textField,
          )
          // It must be in the list before it can be chosen.
          flushSync(() => setLoaded((before = []) => [...before, made]))
          return made.value
        } catch (error) {
          setProblem(failureText(error))
          return undefined
        }
      }),
  }
}

function callOf(method: 'GET' | 'POST', call: AnyEndpoint | CallPath): AnyEndpoint {
  return typeof call === 'string' ? plainEndpoint(method, call) : call
}

function optionOf(row: unknown, idField: string, textField: string): Option {
  const record = (row ?? {}) as Record<string, unknown>
  return { value: String(record[idField] ?? ''), text: String(record[textField] ?? '') }
}
