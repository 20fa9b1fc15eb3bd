import { gradeName, grades, lastInitial } from '@tagalong/contract/features/children/children.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PhotoField } from '#features/files/parts/photo-field.tsx'
import { Select, TextField } from '#ui/fields/field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ChildForm } from '../use-child-form.ts'
import { AvailabilityEditor } from './availability-editor.tsx'
import '../children.css'
import './week.css'

interface ChildInputsProps {
  form: ChildForm
  /** If set, the hours are collapsed under their title. */
  isFolded?: boolean
  /** The child's days away, shown below its hours. */
  away?: ReactNode
}

const gradeOptions = () => [
  { value: '', text: m.children_choose_grade() },
  ...grades.map((grade) => ({ value: grade, text: gradeName(grade) })),
]

/** All inputs for a child. */
export function ChildInputs({ form, isFolded = false, away }: ChildInputsProps) {
  const name = form.values.firstName.trim()
  const question = name ? m.children_when_free({ name }) : m.children_when_yours_free()
  const hours = (
    <>
      <AvailabilityEditor
        label={question}
        value={form.values.availability}
        onChange={(week) => form.set('availability', week)}
      />
      <div className="childhours__helps">
        <Toggle
          label={<b className="display">{m.children_help_friends()}</b>}
          hint={m.children_help_friends_note()}
          checked={form.values.helpsFriends}
          onChange={(event) => form.set('helpsFriends', event.target.checked)}
        />
      </div>
      {away}
    </>
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
        <TextField label={m.common_first_name()} isRequired autoComplete="off" {...form.field('firstName')} />
        <TextField
          label={m.children_last_initial()}
          isRequired
          autoComplete="off"
          {...form.field('lastNameInitial')}
          onChange={(event) => form.set('lastNameInitial', lastInitial(event.target.value))}
        />
      </div>
      <div className={isFolded ? 'stack' : 'pair'}>
        <TextField label={m.children_school()} autoComplete="off" {...form.field('school')} />
        <Select
          label={m.children_grade()}
          options={gradeOptions()}
          {...form.field('grade')}
          onChange={(event) => form.set('grade', grades.find((each) => each === event.target.value) ?? null)}
        />
      </div>
      {isFolded ? (
        <details className="folded">
          <summary className="row">
            <span className="grow">
              <b className="display">{m.children_availability()}</b>
              <small className="quiet">
                {name ? m.children_when_play({ name }) : m.children_when_yours_play()}
              </small>
            </span>
            <Icon name="down" className="chev" />
          </summary>
          {hours}
        </details>
      ) : (
        <section className="card childhours">
          <h2>{question}</h2>
          {hours}
          <p className="hint childhours__note">
            <Link to="/privacy">{m.children_what_friends_learn()}</Link>
          </p>
        </section>
      )}
    </>
  )
}
