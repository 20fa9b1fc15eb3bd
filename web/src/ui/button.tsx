import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import Mark from './art/logo-mark.svg?react'

export type ButtonVariant = 'action' | 'primary' | 'soft' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  className?: string | undefined
}

const variants = {
  action: 'btn--action',
  primary: 'btn--primary',
  soft: '',
  line: 'btn--line',
  quiet: 'btn--quiet',
  danger: 'btn--danger',
} satisfies Record<ButtonVariant, string>
const sizes = { small: 'btn--s', medium: '', large: 'btn--l' } satisfies Record<ButtonSize, string>

function look({ variant = 'soft', size = 'medium', wide, className }: Look): string {
  return ['btn', variants[variant], sizes[size], wide && 'btn--wide', className].filter(Boolean).join(' ')
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'onClick' | 'disabled'> &
  Look & {
    isPending?: boolean | undefined
    isDisabled?: boolean | undefined
    onPress?: (() => void) | undefined
    children: ReactNode
  }

/** While pending it keeps its label, width and focus, but does nothing. */
export function Button({
  variant,
  size,
  wide,
  className,
  isPending = false,
  isDisabled = false,
  onPress,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(wide && { wide }),
        className,
      })}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault()
        else onPress?.()
      }}
    >
      {isPending && <Mark className="btn__hop" />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: Omit<LinkProps, 'className'> & Look) {
  return (
    <Link
      {...rest}
      className={look({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(wide && { wide }),
        className,
      })}
    />
  )
}
