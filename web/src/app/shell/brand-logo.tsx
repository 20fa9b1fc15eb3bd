import Logo from '#ui/art/logo.svg?react'

/** In a file of its own: the sign-in page has no logo, and does not wait for one. */
export function BrandLogo() {
  return <Logo />
}
