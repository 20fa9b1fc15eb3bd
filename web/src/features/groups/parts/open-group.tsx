import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { groupIdOf } from '../group-link.ts'

/** Opens the page of a group by its link or id. */
export function OpenGroup() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      className="card stack stack--near group__open"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const id = groupIdOf(typed)
        if (id) navigate(`/group/${id}`)
        else setWrong(true)
      }}
    >
      <TextField
        label={m.groups_link()}
        hint={m.groups_link_hint()}
        value={typed}
        error={isWrong ? m.groups_link_wrong() : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
      />
      <Button type="submit" wide>
        {m.groups_link_open()}
      </Button>
    </form>
  )
}
