import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { findPhoneNumber } from '../../contract/src/features/caregivers/caregivers.contract.ts'
import { Resource } from '../../web/src/specified/resource.tsx'
import { SearchBox } from '../../web/src/specified/search-box.tsx'
import { Button } from '../../web/src/ui/button.tsx'
import { ColumnFilter } from '../../web/src/ui/data-table/column-filter.tsx'
import { ConfirmDialog } from '../../web/src/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../web/src/ui/dialogs/dialog.tsx'
import { TextArea } from '../../web/src/ui/fields/field.tsx'
import { PhoneField, PhoneNumber } from '../../web/src/ui/fields/phone-field.tsx'
import { Toggle } from '../../web/src/ui/fields/toggle.tsx'
import { Form } from '../../web/src/ui/form/form.tsx'
import { PageHeader } from '../../web/src/ui/page-header.tsx'
import { showToast } from '../../web/src/ui/toast.tsx'

// Loaded lazily, as forms do with their first list.
const SearchableSelect = lazy(async () => ({
  default: (await import('../../web/src/ui/fields/searchable-select.tsx')).SearchableSelect,
}))

interface Row {
  _id: string
  label: string
}

function Results({ rows }: { rows: readonly Row[] }) {
  return (
    <ul aria-label="Results" className="card">
      {rows.map(({ _id, label }) => (
        <li key={_id}>{label}</li>
      ))}
    </ul>
  )
}

function SearchByPath() {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [options] = useSearchParams()
  const endpoint = options.has('in-path') ? 'public/find/{query}' : 'public/find?q={query}'
  return (
    <>
      <PageHeader title="Search" />
      <SearchBox
        label="Search people"
        placeholder="Search"
        endpoint={endpoint}
        onResults={(found) => setRows(found as Row[])}
      >
        <Results rows={rows} />
      </SearchBox>
    </>
  )
}

function SearchByContract() {
  const [found, setFound] = useState<unknown[]>([])
  return (
    <SearchBox
      label="Search numbers"
      endpoint={findPhoneNumber}
      input={(phone) => ({ query: { phone } })}
      onResults={setFound}
    >
      <p>Found: {found.length}</p>
    </SearchBox>
  )
}

function SearchByHandler() {
  const [asked, setAsked] = useState<string[]>([])
  return (
    <SearchBox
      label="Search here"
      onSearch={(query) => setAsked((before) => [...before, query === '' ? 'cleared' : query])}
    >
      <p>{asked.join(', ')}</p>
    </SearchBox>
  )
}

function SearchMisused() {
  const nothing = {} as { onSearch: () => void }
  return <SearchBox label="Search" {...nothing} />
}

const many = Array.from({ length: 40 }, (_, at) => ({ value: `v${at}`, text: `Option ${at}` }))

function Selects() {
  const [plain, setPlain] = useState('')
  const [record, setRecord] = useState('')
  const [code, setCode] = useState('')
  return (
    <Suspense>
      <PageHeader title="Selects" />
      <div className="card stack">
        <SearchableSelect label="Plain" options={many} value={plain} onChange={setPlain} />
        <p>Plain: {plain}</p>
        <SearchableSelect
          label="School"
          isRequired
          endpoint="public/school"
          textField="name"
          add="public/school"
          value={record}
          onChange={setRecord}
        />
        <p>School: {record}</p>
        <SearchableSelect
          label="Country"
          endpoint="public/country"
          idField="code"
          textField="title"
          value={code}
          onChange={setCode}
          error={code === 'zz' ? 'That one is not there' : undefined}
        />
        <p>Country: {code}</p>
      </div>
    </Suspense>
  )
}

function Switches() {
  const [isOn, setOn] = useState(false)
  const [text, setText] = useState('')
  return (
    <>
      <PageHeader title="Switches" />
      <div className="card stack">
        <Toggle label="Tell me at once" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        <Toggle label="Off and broken" error="Permission for notifications was denied." />
        <Toggle label="Always on" defaultChecked />
        <TextArea label="Description" value={text} onChange={(event) => setText(event.target.value)} />
        <output>{JSON.stringify(text)}</output>
      </div>
    </>
  )
}

function Resources() {
  const [turn, setTurn] = useState(0)
  return (
    <>
      <PageHeader title="Resource" />
      <Button onPress={() => setTurn(turn + 1)}>Mount again</Button>
      <section aria-label="Content">
        <Resource
          key={turn}
          name="Things"
          get="public/things"
          post="public/things"
          deleteById="public/things"
        >
          {({ data, status, message, error, post, remove, reload }) => (
            <div className="card stack">
              <output>{JSON.stringify({ data, status, message, error })}</output>
              <Button onPress={() => post({ name: 'new one' })}>Post</Button>
              <Button onPress={() => remove('t1')}>Delete one</Button>
              <Button onPress={() => remove()}>Delete all</Button>
              <Button onPress={reload}>Reload</Button>
            </div>
          )}
        </Resource>
      </section>
    </>
  )
}

/** Options: value, countries, default. */
function Phones() {
  const [options] = useSearchParams()
  const [number, setNumber] = useState(options.get('value') ?? '')
  return (
    <>
      <PageHeader title="Phone" />
      <div className="card stack">
        <PhoneField
          label="Phone Number"
          name="phone"
          value={number}
          onChange={setNumber}
          countries={options.get('countries')?.split(',')}
          defaultCountry={options.get('default') ?? undefined}
        />
        <output>{number}</output>
        <p>{number && <PhoneNumber number={number} />}</p>
        <Button onPress={() => setNumber('+442079460018')}>Another number</Button>
      </div>
    </>
  )
}

function PhoneForm() {
  return (
    <Form
      className="card"
      endpoint="public/thing"
      id="new"
      fields={[
        { name: 'mobile', type: 'phone', label: 'Phone Number', isRequired: true, countries: ['US', 'CA'] },
      ]}
    />
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const [deleted, setDeleted] = useState(0)
  return (
    <>
      <PageHeader
        title="Dialogs"
        subtitle="Two of them"
        actions={<Button onPress={() => setOpen('dialog')}>Open</Button>}
      />
      <Button variant="danger" onPress={() => setOpen('confirm')}>
        Delete
      </Button>
      <p>Deleted: {deleted}</p>
      <Dialog title="A dialog" isOpen={open === 'dialog'} onClose={() => setOpen(null)}>
        <p>Some words</p>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onCancel={() => setOpen(null)}
        onConfirm={() => {
          setDeleted(deleted + 1)
          setOpen(null)
        }}
      />
    </>
  )
}

function DialogOverFilter() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Delete</Button>
      <ColumnFilter
        isChip
        header="Name"
        value={undefined}
        onChange={() => undefined}
        load={async () => ({ values: [], hasMore: false })}
        textOf={String}
      />
      <ConfirmDialog isOpen={isOpen} onCancel={() => setOpen(false)} onConfirm={() => setOpen(false)} />
    </>
  )
}

function Toasts() {
  return (
    <>
      <PageHeader title="Toasts" />
      <Button onPress={() => showToast('Saved')}>Say it</Button>
      <Link to="/done" onClick={() => showToast('Saved and gone')}>
        Say it and go
      </Link>
    </>
  )
}

export const widgetCases = {
  'search-path': SearchByPath,
  'search-contract': SearchByContract,
  'search-handler': SearchByHandler,
  'search-misused': SearchMisused,
  selects: Selects,
  switches: Switches,
  phone: Phones,
  'phone-form': PhoneForm,
  resource: Resources,
  dialogs: Dialogs,
  'dialog-over-filter': DialogOverFilter,
  toasts: Toasts,
}
