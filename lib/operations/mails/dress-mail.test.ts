import { expect, it } from 'vitest'
import { dressMail, type MailSender } from './dress-mail.ts'

const text = 'Hello <b>you</b>,\nsee https://rounds.example/runs/1?a=1&b=2.\n'
const sender: MailSender = { organization: 'Mercy Clinic', mayBeFrom: false }
const own = 'intake@mercy.example'
const installation = 'Rounds <rounds@host.example>'
const dress = (more: Partial<MailSender> = {}, html: string | null = null) =>
  dressMail({ text, html }, { ...sender, ...more }, installation)
const logo = { mimeType: 'image/png', content: 'iVBORw==', width: 300, height: 100 }

it('names the organization and changes nothing else when nothing is set', () => {
  expect(dress()).toEqual({
    from: { name: 'Mercy Clinic', address: 'rounds@host.example' },
    text,
  })
  const bare = dressMail({ text, html: null }, sender, 'rounds@host.example')
  expect(bare.from.address).toBe('rounds@host.example')
})

it('answers to the organization, and is from its address only when the domain is proven', () => {
  const reply = { name: 'Mercy Clinic', address: own }
  const borrowed = dress({ mailFrom: own })
  expect(borrowed).toMatchObject({ from: { address: 'rounds@host.example' }, replyTo: reply })
  expect(dress({ mailFrom: own, mayBeFrom: true }).from).toEqual(reply)
})

it('is signed with the name for mails', () => {
  expect(dress({ mailName: 'Intake team' })).toMatchObject({
    from: { name: 'Intake team' },
    text: `${text.trimEnd()}\n\n-- \nIntake team\n`,
  })
})

it('shows the logo above the text, which is escaped', () => {
  const { html, attachments } = dress({ organization: 'A "B" & C', logo })
  expect(html).toContain(
    'src="cid:logo@rounds" width="120" height="40" alt="A &quot;B&quot; &amp; C"',
  )
  expect(html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
  expect(html).toContain('<a href="https://rounds.example/runs/1?a=1&amp;b=2.">')
  expect(attachments).toEqual([
    {
      cid: 'logo@rounds',
      filename: 'logo.png',
      contentType: 'image/png',
      content: Buffer.from('iVBORw==', 'base64'),
    },
  ])
})

it('leaves a mail alone that is HTML already', () => {
  expect(dress({ logo }, '<p>x</p>')).toMatchObject({ html: '<p>x</p>', text })
  expect(dress({ logo }, '<p>x</p>').attachments).toBeUndefined()
})
