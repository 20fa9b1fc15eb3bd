import { grades, lastInitial } from '@tagalong/contract/features/children/children.rules.ts'
import { Link } from 'react-router'
import { PhotoField } from '#features/files/parts/photo-field.tsx'
import { Select, TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ChildForm } from '../use-child-form.ts'
import { AvailabilityEditor } from './availability-editor.tsx'
import '../children.css'
import './week.css'

interface ChildInputsProps {
  form: ChildForm
  /** The hours stay behind their title until somebody asks for them. */
  isFolded?: boolean
}

const gradeOptions = [
  { value: '', text: 'Choose a grade' },
  ...grades.map((grade) => ({ value: grade, text: grade })),
]

/** Everything that a profile says about a child. */
export function ChildInputs({ form, isFolded = false }: ChildInputsProps) {
  const name = form.values.firstName.trim() || 'your child'
  const hours = (
    <AvailabilityEditor
      label={`When is ${name} free?`}
      value={form.values.availability}
      onChange={(week) => form.set('availability', week)}
    />
  )
  return (
    <>
      <PhotoField
        name="photo"
        value={form.values.photo}
        error={form.promptOf('photo')}
        onChange={(photo) => form.set('photo', photo)}
        onBusyChange={form.setPhotoBusy}
      />
      <div className="childname">
        <TextField label="First Name" isRequired autoComplete="off" {...form.field('firstName')} />
        <TextField
          label="Last Initial"
          isRequired
          autoComplete="off"
          {...form.field('lastNameInitial')}
          onChange={(event) => form.set('lastNameInitial', lastInitial(event.target.value))}
        />
      </div>
      <div className={isFolded ? 'stack' : 'pair'}>
        <TextField label="School" autoComplete="off" {...form.field('school')} />
        <Select
          label="Grade"
          options={gradeOptions}
          {...form.field('grade')}
          onChange={(event) => form.set('grade', grades.find((each) => each === event.target.value) ?? null)}
        />
      </div>
      {isFolded ? (
        <details className="folded">
          <summary className="row">
            <span className="grow">
              <b className="display">Availability</b>
              <small className="quiet">When is {name} free to play?</small>
            </span>
            <Icon name="down" className="chev" />
          </summary>
          {hours}
        </details>
      ) : (
        <section className="card childhours">
          <h2>When is {name} free?</h2>
          {hours}
          <p className="hint childhours__note">
            <Link to="/privacy">What a friend can work out</Link>
          </p>
        </section>
      )}
    </>
  )
}
