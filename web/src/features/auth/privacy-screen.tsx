import { Link } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import './papers.css'

export function PrivacyScreen() {
  return (
    <article className="paper">
      <PageHeader title="Privacy Policy" subtitle="What we keep, why, and who sees it. In plain words." />
      <h2>What we keep about you</h2>
      <ul>
        <li>
          Your first and last name, your email address, your phone number, your zip code and your time zone.
        </li>
        <li>Your password, but only as a fingerprint from which it cannot be read back.</li>
        <li>What the link that brought you here said, for example who invited you.</li>
        <li>
          The devices on which you are signed in: the name of the browser, when you signed in and when you
          were last there. You can see them in your profile and sign them out.
        </li>
        <li>
          Whether you have a premium membership, and when it ends. What you pay with is known to the payment
          provider alone.
        </li>
        <li>Whom you are connected with, your playdates, and the messages you write about them.</li>
      </ul>
      <h2>What we keep about your children</h2>
      <p>
        Their first name, the initial of their last name, and if you enter them: a photo, their school, their
        grade and the hours at which they are free. Nothing else. We do not ask for birthdays or full names.
      </p>
      <p>
        A photo is made anew before anybody sees it: when and where it was taken is not in it any more. A link
        to it works for 12 hours at most, only while you are signed in, and stops at once when you may no
        longer see the child.
      </p>
      <h2>Who sees what</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who sees it</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Your name</th>
            <td>
              Your connections, the members of your groups, those who share a playdate with you, and whoever
              you invite; your first name also whoever holds an invite link of yours. Somebody who invites you
              by number sees only what they typed until you accept.
            </td>
          </tr>
          <tr>
            <th scope="row">Your phone number, zip code and email</th>
            <td>
              You and our administrators. Nobody can look up whose number it is, and no page lists numbers.
              Who invited you by your number keeps the number they typed.
            </td>
          </tr>
          <tr>
            <th scope="row">A child's first name, initial, grade and photo</th>
            <td>
              Your connections, the members of your groups, and those who share a playdate with the child.
              When that playdate is over or off, they see only the name as it was then.
            </td>
          </tr>
          <tr>
            <th scope="row">A child's school</th>
            <td>Your connections</td>
          </tr>
          <tr>
            <th scope="row">A child's free hours</th>
            <td>Only you; below stands what a friend can work out</td>
          </tr>
          <tr>
            <th scope="row">A playdate</th>
            <td>Its two sides; an event its owner and everybody invited</td>
          </tr>
          <tr>
            <th scope="row">Messages</th>
            <td>Those who are in the playdate they are about</td>
          </tr>
        </tbody>
      </table>
      <h2>About free hours, honestly</h2>
      <p>
        When somebody proposes times for a playdate, we tell them which times work for everyone. We never show
        the hours themselves. But a friend, or a member of your group, whose own child is free at a time
        learns whether yours is, too. Whoever says that their own child is always free can still work out the
        hours of your child.
      </p>
      <p>
        We make that slower, not impossible: these questions must include a child of their own, cover 14 days
        at most, and end after 60 an hour. Connect with people you know. You can also leave the hours empty:
        then nobody learns anything, and every time shows as one that may not work.
      </p>
      <h2>About phone numbers, honestly</h2>
      <p>
        We do not check yet that a number belongs to whoever enters it. So please look twice at who invites
        you, and say yes only to people you know.
      </p>
      <h2>What we do not do</h2>
      <ul>
        <li>No advertisements, and no selling or lending of data.</li>
        <li>No scripts, fonts or pictures from other companies: this page loads everything from us.</li>
        <li>No tracking, here or across other sites.</li>
      </ul>
      <h2>When you pay</h2>
      <p>
        Premium memberships are paid on pages of Stripe, not on ours. We tell Stripe your email address and
        what you buy, nothing else: nothing about your children, friends or playdates. What you enter there,
        such as a card, goes to Stripe alone; we hear whether the membership is paid for and until when.
      </p>
      <h2>Notifications</h2>
      <p>
        What concerns you stands in your notifications for half a year. If you allow it, we also send them to
        your device. They then travel through the push service of your browser's maker, such as Google,
        Mozilla, Apple or Microsoft, encrypted so that only your device can read them. None of them says a
        child's name.
      </p>
      <h2>In your browser</h2>
      <p>
        We keep your sign-in there until you log out, and what you are typing until you send it or close the
        tab.
      </p>
      <p>
        When you sign in or sign up, we set one cookie. No script can read it, it lasts a year, and it tells
        us one thing only: that you have signed in on this device before. So you still get in here while
        somebody else tries to guess your password. It goes to nobody else and follows you nowhere.
      </p>
      <h2>When something breaks</h2>
      <p>
        You may be asked to send a crash report. It holds what you write in it, the technical error, the page
        on which it happened and the name of your browser, and we see that it comes from you. When a part of a
        page does not load, the page may send us the technical error by itself, without any words of yours. We
        take out passwords, sign-in tokens, email addresses and phone numbers. Reports are kept for 30 days.
      </p>
      <h2>Deleting</h2>
      <p>
        You can delete a child, or your whole account, in your profile. What we keep about you and your
        children is then gone at once, photos included. Playdates and messages that others still need stay
        with them without your children's names. A premium membership ends at once, and we have Stripe delete
        you as our customer.
      </p>
      <p>
        The rules of the house are in our <Link to="/terms">terms of service</Link>.
      </p>
    </article>
  )
}
