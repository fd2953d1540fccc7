import { expect, test } from '../fixtures.ts'

const id = '01a20000-0000-7000-8000-000000000000'

/** Pages whose heading comes with what they show, beside the sentence of a wrong address. */
const pages = {
  [`/runs/${id}`]: 'This run could not be found',
  [`/inbox/${id}`]: 'This screen could not be found',
  '/forms/none-of-ours': 'This form could not be found',
  '/workflows/gallery/none-of-ours': 'This workflow of the gallery could not be found',
  '/templates/none-of-ours': 'The template could not be found',
  [`/faxes/${id}`]: 'The fax could not be found',
  [`/received-mails/${id}`]: 'The mail could not be found',
  [`/secure-messages/${id}`]: 'The message could not be found',
  [`/settings/members/${id}`]: 'This member could not be found',
}

test('a page that finds nothing says so in its heading and leads back', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  for (const [address, sentence] of Object.entries(pages)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence)
    const list = address.slice(0, address.lastIndexOf('/'))
    const back = page.getByRole('main').getByRole('link').first()
    await expect(back).toHaveAttribute('href', new RegExp(`^${list.replace('/members', '')}`))
  }
  await page.goto('/m/none-of-ours')
  await expect(
    page.getByText('It was not copied whole. Copy it from the mail again.'),
  ).toBeVisible()
})
