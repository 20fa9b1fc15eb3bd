import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** Who reads it, and where it leads. */
export interface Reader {
  brand: string
  to: string
  link: string
}

const button = (link: string) => ({ label: 'My Membership', link })

/** @param subject what the notice says */
export function membershipEndsMail({ brand, to, link }: Reader, subject: string): Mail {
  return writeLetter({
    brand,
    to,
    subject,
    title: subject,
    lines: [
      'Until then you can plan events as before. The events that you have planned stay, afterwards too.',
      'If you would like to go on, you can say so in your profile.',
    ],
    button: button(link),
    otherwise: 'If you want it to end, there is nothing to do.',
  })
}

/** The provider tries again for a while. */
export function paymentFailsMail({ brand, to, link }: Reader, subject: string): Mail {
  return writeLetter({
    brand,
    to,
    subject,
    title: 'Your last payment did not work',
    lines: [
      'Until it does, you can plan no new events. Those that you have planned stay.',
      'It is tried again within the next days. In your profile you can see what is wrong, and pay in another way.',
    ],
    button: button(link),
    otherwise: 'If you have paid already, there is nothing to do.',
  })
}
