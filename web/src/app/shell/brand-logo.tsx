import Logo from '#ui/art/logo.svg?react'

/** In a file of its own, so that the sign-in page, which has no logo, doesn't wait for it. */
export function BrandLogo() {
  return <Logo />
}
