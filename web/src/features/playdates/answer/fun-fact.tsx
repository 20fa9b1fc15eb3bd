import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { funFacts, nextFact } from './fun-facts.ts'
import './answer.css'

const shownKey = 'fun-facts-shown'

/** Shows a true thing about play, a different one each time. */
export function FunFactCard() {
  const [index] = useState(pickFact)
  const fact = funFacts[index]
  if (!fact) return null
  return (
    <aside className="card fact">
      <h2>{m.plan_fun_fact()}</h2>
      <p>{fact.text()}</p>
      <p className="small">
        <a href={fact.url} target="_blank" rel="noreferrer">
          {m.plan_fact_source({ source: fact.source() })}
        </a>
      </p>
    </aside>
  )
}

function pickFact(): number {
  const seen = factsSeen()
  const index = nextFact(seen, Math.random())
  const rest = seen.length >= funFacts.length ? [] : seen
  try {
    localStorage.setItem(shownKey, JSON.stringify([...rest, index]))
  } catch {
    // If storage is full or forbidden, a fact may repeat.
  }
  return index
}

function factsSeen(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(shownKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : []
  } catch {
    return []
  }
}
