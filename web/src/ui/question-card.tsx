import { type ReactNode, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import { ignoreSecondClick } from './second-click.ts'
import './question-card.css'

interface QuestionCardProps {
  question: ReactNode
  why: string
  art: ReactNode
  /** What went wrong with the answer. */
  problem?: ReactNode
  /** The way to a yes, where there is one. */
  children: ReactNode
  no: string
  onNo: () => void
  isPending?: boolean
}

/** Something that the page asks for; whoever wouldn't says no, and it goes. */
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
  // Another question may come in its place.
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
