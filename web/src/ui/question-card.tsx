import { type ReactNode, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import { ignoreSecondClick } from './second-click.ts'
import './question-card.css'

interface QuestionCardProps {
  question: ReactNode
  why: string
  art: ReactNode
  /** Why the answer failed. */
  problem?: ReactNode
  /** The way to say yes, if there is one. */
  children: ReactNode
  no: string
  onNo: () => void
  isPending?: boolean
}

/** A question that the page asks. Saying no dismisses it. */
export function QuestionCard({
  question,
  why,
  art,
  problem,
  children,
  no,
  onNo,
  isPending = false,
}: QuestionCardProps) {
  const heading = useId()
  // Another question may take its place.
  useEffect(ignoreSecondClick, [])
  return (
    <section className="card tinted question" aria-labelledby={heading}>
      <div className="row">
        <div className="grow">
          <h2 id={heading}>{question}</h2>
          <p>{why}</p>
        </div>
        {art}
      </div>
      {problem}
      <div className="row question__answers">
        {children}
        <Button className="question__no" isPending={isPending} onPress={onNo}>
          {no}
        </Button>
      </div>
    </section>
  )
}
