import type { ComponentProps } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PageHeader } from '#ui/page-header.tsx'

const ofChildren = {
  subtitle: 'Friends and families you meet see this. They are never shown the free hours.',
  back: '/profile',
}

/**
 * What stands above caregivers' screens whatever they hold: it can be prerendered. The others bring a heading of their
 * own. A short one has a sentence below it, or the page's largest text would come late.
 */
export const headings: Readonly<Record<string, ComponentProps<typeof PageHeader>>> = {
  '/profile': { title: 'My Profile', subtitle: 'You, your children, and where you are signed in' },
  '/edit-profile': { title: 'Manage Your Profile', back: '/profile' },
  '/edit-child/new': { title: 'Add a child', ...ofChildren },
  '/edit-child/:id': { title: 'Edit child', ...ofChildren },
  '/connections': { title: 'Connections' },
  '/edit-connection/:id': {
    title: 'Add Friend',
    subtitle: 'We look for your friend’s number only. It stays between you and us.',
    back: '/connections',
  },
  '/notifications': { title: 'Notifications' },
  '/view-playdates': {
    title: 'Playdates',
    actions: (
      <ButtonLink variant="action" size="small" to="/edit-playdate/new">
        <Icon name="plus" small />
        New Playdate
      </ButtonLink>
    ),
  },
}
