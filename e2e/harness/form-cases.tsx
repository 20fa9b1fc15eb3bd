import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  getCaregiverProfile,
  saveCaregiverProfile,
} from '../../contract/src/features/caregivers/caregivers.contract.ts'
import { SteppedForm } from '../../web/src/specified/stepped-form.tsx'
import { Form } from '../../web/src/ui/form/form.tsx'
import type { FormField, Rule, SubmitAlignment } from '../../web/src/ui/form/form-types.ts'
import { PageHeader } from '../../web/src/ui/page-header.tsx'

const sizes = [
  { value: '', text: 'Choose a size' },
  { value: 's', text: 'Small' },
  { value: 'l', text: 'Large' },
]
const people = ['Ada', 'Ben', 'Cleo'].map((text) => ({ value: text.toLowerCase(), text }))

const everyField: readonly FormField[] = [
  { name: 'name', isRequired: true },
  { name: 'secret', type: 'password' },
  { name: 'isOpen', label: 'open to all', type: 'checkbox' },
  { name: 'isLoud', label: 'tell me at once', type: 'toggle', hint: 'By a notification' },
  { name: 'day', type: 'date' },
  { name: 'start', type: 'datetime-local' },
  { name: 'end', type: 'datetime-local', withSeconds: true },
  { name: 'notes', type: 'multi-line' },
  { name: 'size', type: 'select', options: sizes },
  { name: 'person', type: 'searchable-select', options: people },
]

const isGiven = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** Options: id, includeId, prevent, extra. */
function Whole() {
  const [options] = useSearchParams()
  return (
    <>
      <PageHeader title="Every Field" />
      <Form
        className="card"
        endpoint="admin/thing"
        id={options.get('id')}
        includeId={options.has('includeId')}
        preventInitialLoad={options.has('prevent')}
        fields={everyField}
        rules={[{ field: 'name', isValid: isGiven, prompt: 'Please tell the name' }]}
        {...(options.has('extra') && { extraBody: { group: 'g1' } })}
      />
    </>
  )
}

const rules: readonly Rule[] = [
  { field: 'name', isValid: isGiven, prompt: 'Please tell the name' },
  { field: 'zip', isValid: (value) => /^\d{5}$/.test(String(value)) },
  { field: 'again', isValid: (value, { zip }) => value === zip, prompt: 'Not the same zip' },
]

/** Options: validation, label, redirect, reject, empty, align, case. */
function Ruled() {
  const [options] = useSearchParams()
  const [times, setTimes] = useState(0)
  const validation = options.get('validation') === 'on-input' ? 'on-input' : 'on-submit'
  const label = options.get('label')
  const redirect = options.get('redirect')
  const rejection = options.get('reject')
  return (
    <>
      <PageHeader title="Rules" />
      <Form
        className="card"
        endpoint="public/thing"
        id="new"
        fields={[
          [
            { name: 'name', isRequired: true },
            { name: 'zip', label: 'zip code' },
          ],
          { name: 'again' },
        ]}
        rules={options.has('empty') ? [{ field: 'name', isValid: isGiven, prompt: '' }] : rules}
        validation={validation}
        submitAlign={(options.get('align') ?? 'right') as SubmitAlignment}
        errorMessages={{ 409: 'That name is taken', 410: '' }}
        afterSubmit={() => setTimes((before) => before + 1)}
        {...(label && { submitLabel: label })}
        {...(redirect && { redirect })}
        {...(rejection !== null && { send: () => Promise.reject(rejection) })}
        {...(options.has('case') && { labelCase: 'sentence' as const })}
      />
      <p>After submit: {times}</p>
      <Link to="/rules?redirect=back">Go on</Link>
    </>
  )
}

function Steps() {
  return (
    <>
      <PageHeader title="Steps" />
      <SteppedForm
        className="card"
        endpoint="public/thing"
        id="new"
        steps={[
          { title: 'Who', fields: [{ name: 'name', isRequired: true }] },
          { title: 'Where', fields: [{ name: 'place' }] },
          { title: 'When', fields: [{ name: 'day', type: 'date' }] },
        ]}
        rules={[{ field: 'name', isValid: isGiven, prompt: 'Please tell the name' }]}
      />
    </>
  )
}

/** Uses the endpoints and rules of the contract. */
function OfContract() {
  return (
    <Form
      className="card"
      endpoint={{ load: getCaregiverProfile, save: saveCaregiverProfile }}
      id="p1"
      schema={saveCaregiverProfile.body}
      fields={[
        [
          { name: 'name', label: 'first name', isRequired: true },
          { name: 'lastName', isRequired: true },
        ],
        { name: 'phoneNumber', isRequired: true },
        { name: 'zipCode', isRequired: true },
      ]}
      extraBody={{ timeZone: 'America/New_York' }}
      fieldByRefusal={{ 'This phone number is already in use': 'phoneNumber' }}
    />
  )
}

function Multipart() {
  const [file, setFile] = useState<File>()
  return (
    <Form
      className="card"
      endpoint="public/thing"
      id="new"
      multipart
      fields={[
        { name: 'name' },
        { name: 'day', type: 'date' },
        {
          name: 'photo',
          type: 'custom',
          render: ({ onChange }) => (
            <input
              type="file"
              aria-label="Photo"
              onChange={(event) => {
                setFile(event.target.files?.[0])
                onChange(event.target.files?.[0])
              }}
            />
          ),
        },
      ]}
    >
      <p>{file?.name}</p>
    </Form>
  )
}

export const formCases = {
  whole: Whole,
  rules: Ruled,
  steps: Steps,
  contract: OfContract,
  multipart: Multipart,
}
