import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { callOpenly } from '#lib/calls/api.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Rich } from '#ui/rich.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { SceneFrame } from './parts/scene-frame.tsx'

const nothing = { email: '', confirmEmail: '' }

/** One text for every failure in which the server didn't answer or couldn't. */
function errorMessages() {
  const lost = m.common_something_wrong()
  return { 0: lost, 500: lost, 502: lost, 503: lost, 504: lost }
}

export function RequestResetScreen() {
  const [values, setValues] = useState(nothing)
  const [isSent, setSent] = useState(false)
  const form = useForm({
    values,
    setValues,
    schema: requestToken.body,
    errorMessages: errorMessages(),
    send: async (body) => {
      await callOpenly(requestToken, { body })
      setSent(true)
    },
  })
  const again = () => {
    setValues(nothing)
    setSent(false)
  }

  if (isSent) return <InstructionsSent onAgain={again} />
  const [email, confirmEmail] = [values.email.trim(), values.confirmEmail.trim()]
  return (
    <SceneFrame art={<KeyArt />}>
      <form className="welcome__form" method="post" noValidate onSubmit={form.submit}>
        <h1>{m.auth_forgot_question()}</h1>
        <p className="quiet welcome__lead">{m.auth_reset_lead()}</p>
        <TextField
          label={m.auth_email()}
          isRequired
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <TextField
          label={m.auth_email_again()}
          isRequired
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          {...form.field('confirmEmail')}
        />
        {form.problem && <Prompt>{form.problem}</Prompt>}
        <Button
          variant="action"
          size="large"
          wide
          type="submit"
          isDisabled={email === '' || email !== confirmEmail}
          isPending={form.isPending}
        >
          {m.auth_send_reset_link()}
        </Button>
        <p className="centered">
          <Link className="roomy" to="/login">
            {m.auth_back_to_login()}
          </Link>
        </p>
        <LanguageChoice />
      </form>
    </SceneFrame>
  )
}

/** Says the same whether the address is known or not. */
function InstructionsSent({ onAgain }: { onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <h1 ref={title} tabIndex={-1}>
          {m.auth_reset_sent_title()}
        </h1>
        <p>{m.auth_reset_sent()}</p>
        <p className="quiet">{m.auth_reset_sent_note()}</p>
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/login">
          {m.auth_back_to_login()}
        </ButtonLink>
        <p className="small quiet">
          <Rich
            parts={m.auth_reset_send_again.parts({})}
            marks={{
              again: (words) => (
                <Button variant="quiet" size="small" onPress={onAgain}>
                  {words}
                </Button>
              ),
            }}
          />
        </p>
      </div>
    </SceneFrame>
  )
}
