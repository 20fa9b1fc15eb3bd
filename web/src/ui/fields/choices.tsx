import { type ReactNode, useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Prompt } from './field.tsx'
import './choices.css'

export interface Choice {
  value: string
  text: string
  /** What choosing it means for the user. */
  detail?: string
  /** Why it can no longer be chosen. */
  gone?: string | undefined
  /** A warning about it that doesn't prevent choosing it. */
  note?: string | null
}

interface ChoicesProps {
  legend: ReactNode
  choices: readonly Choice[]
  chosen: string | null
  error: string | undefined
  onChoose: (value: string) => void
  /** Rows for places, chips for times. */
  look: 'rows' | 'chips'
}

/** Radios for one of a few choices, shown as rows or chips. */
export function Choices({ legend, choices, chosen, error, onChoose, look }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset className="choices" aria-describedby={error && `${id}-prompt`}>
      <legend>{legend}</legend>
      <div className={look === 'chips' ? 'chips' : 'stack choices__rows'}>
        {choices.map(({ value, text, detail, gone, note }) => {
          const isOn = value === chosen
          const shape = look === 'chips' ? 'chip' : 'option'
          return (
            <label
              key={value}
              className={[shape, isOn && `${shape}--on`, gone && `${shape}--gone`].filter(Boolean).join(' ')}
            >
              <input
                className="sr"
                type="radio"
                name={id}
                value={value}
                checked={isOn}
                disabled={gone !== undefined}
                onChange={() => onChoose(value)}
              />
              {look === 'rows' && <i aria-hidden="true" />}
              {look === 'chips' && isOn && <Icon name="check" small />}
              <span>
                <bdi>{text}</bdi>
                {detail && <small>{detail}</small>}
                {gone && <small> {gone}</small>}
                {note && (
                  <small className="choices__note">
                    <Icon name="alert" small />
                    {note}
                  </small>
                )}
              </span>
            </label>
          )
        })}
      </div>
      {error && <Prompt id={`${id}-prompt`}>{error}</Prompt>}
    </fieldset>
  )
}
