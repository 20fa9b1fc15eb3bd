import { Link } from 'react-router'
import { brand } from '#lib/brand.ts'
import { PageHeader } from '#ui/page-header.tsx'
import './papers.css'

export function TermsScreen() {
  return (
    <article className="paper">
      <PageHeader title="Terms of Service" subtitle="What we ask of each other, in plain words." />
      <h2>Who can use {brand}</h2>
      <p>
        {brand} is for parents and other adults who care for children. It is by invite only. Children do not
        have accounts: you enter what others need to know about your own children, and only about them.
      </p>
      <h2>What you can expect from us</h2>
      <ul>
        <li>We show your details only to the people named in our privacy policy.</li>
        <li>We show no advertisements and sell nothing about you or your children.</li>
        <li>We tell you about what happens to a playdate as soon as we know it.</li>
        <li>You can ask us at any time to delete your account and everything in it.</li>
      </ul>
      <h2>What we expect from you</h2>
      <ul>
        <li>Use your own name, your own phone number, and a password that you use nowhere else.</li>
        <li>Invite people whom you know. Do not use {brand} to find out things about families.</li>
        <li>Be kind in messages, and cancel in good time when something comes up.</li>
        <li>Keep what you learn here about other children to yourself.</li>
      </ul>
      <h2>Playdates are yours</h2>
      <p>
        {brand} helps you to agree on a time and a place. We do not check who people are, we are not there,
        and we do not look after children. Meet families you trust, and decide for yourself where your
        children go.
      </p>
      <h2>When things end</h2>
      <p>
        You may stop at any time. We may close an account that is used against these terms. Playdates that
        were agreed with others stay in their lists, without the names of your children once you are gone.
      </p>
      <p>
        What we do with your data is told in our <Link to="/privacy">privacy policy</Link>.
      </p>
    </article>
  )
}
