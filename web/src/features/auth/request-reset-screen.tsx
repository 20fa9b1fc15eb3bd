import { requestToken } from '@tagalong/contract/features/auth/auth.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { callOpenly } from '#lib/calls/api.ts'
import KeyArt from '#ui/art/scene-key.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { SceneFrame } from './parts/scene-frame.tsx'

const nothing = { email: '', confirmEmail: '' }
const lost = 'Something went wrong...'
/** Nobody answered, or nobody who could. */
const errorMessages = { 0: lost, 500: lost, 502: lost, 503: lost, 504: lost }

export function RequestResetScreen() {
  const [values, setValues] = useState(nothing)
  const [isSent, setSent] = useState(false)
  const form = useForm({
    values,
    setValues,
    schema: requestToken.body,
    errorMessages,
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
        <h1>Forgot your password?</h1>
        <p className="quiet welcome__lead">It happens. We will send you a link to choose a new one.</p>
        <TextField
          label="Email"
          isRequired
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <TextField
          label="Confirm Email"
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
          Send reset link
        </Button>
        <p className="centered">
          <Link className="roomy" to="/login">
            Back to Login
          </Link>
        </p>
      </form>
    </SceneFrame>
  )
}

/** The same words whether the address is known or not. */
function InstructionsSent({ onAgain }: { onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <SceneFrame art={<PostArt />} isFlying>
      <div className="welcome__form centered" role="status">
        <h1 ref={title} tabIndex={-1}>
          Instructions sent
        </h1>
        <p>
          If that email address exists, instructions for resetting your password have been sent to your email.
        </p>
        <p className="quiet">
          You'll receive this email within 5 minutes. Be sure to check your spam folder, too.
        </p>
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/login">
          Back to Login
        </ButtonLink>
        <p className="small quiet">
          Nothing there?{' '}
          <Button variant="quiet" size="small" onPress={onAgain}>
            Try again
          </Button>
        </p>
      </div>
    </SceneFrame>
  )
}
