import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openScreen } from '../screens.ts'

const attack = 'window.attacked = true'
const outside = 'https://outside.example'

/** A document as people and systems send it, with everything that must not reach the page. */
const html = `
<h1>Discharge letter</h1>
<h2>Medication</h2>
<p style="position: fixed; inset: 0; background: red" onclick="${attack}">Take <strong>one</strong> a day.</p>
<table><thead><tr><th>Drug</th><th>Dose</th></tr></thead>
<tbody><tr><td colspan="2">Levodopa</td></tr></tbody></table>
<ul><li>Morning</li><li>Evening</li></ul>
<ol><li>First</li></ol>
<p><a href="${outside}/guideline" target="_blank">Guideline</a>
<a href="javascript:${attack}">Script link</a>
<a href="  jAvAsCrIpT:${attack}">Hidden script link</a>
<a href="data:text/html,<script>${attack}</script>">Data link</a></p>
<img src="${outside}/pixel.png" alt="Logo">
<img src="x" onerror="${attack}">
<svg onload="${attack}"><script>${attack}</script></svg>
<script>${attack}</script>
<style>body { display: none }</style>
<iframe src="${outside}/frame"></iframe>
<form action="${outside}/steal"><input name="password"><button>Send</button></form>
<math><mtext><img src="x" onerror="${attack}"></mtext></math>
<p>The end.</p>
`

test('a customer’s document is shown with its structure, and executes and loads nothing', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const show = [{ label: 'Letter', value: html, format: 'markdown' }]
  const schema = { type: 'object', properties: {} }
  const config = { title: 'Read it', show, schema }
  const { id } = await publish('Foreign document', {
    steps: [{ id: 'read', title: 'Read', type: 'screen', config }],
  })
  const taskId = await openScreen(api, id)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signedIn()
  await page.goto(`/inbox/${taskId}`)
  const letter = page.getByRole('region', { name: 'Document' })
  await expect(letter.getByText('The end.')).toBeVisible()

  await expect(letter.getByRole('heading', { name: 'Discharge letter' })).toHaveCSS(
    'font-weight',
    '600',
  )
  await expect(letter.getByRole('heading', { level: 4 })).toHaveText('Medication')
  await expect(letter.locator('strong')).toHaveText('one')
  await expect(letter.getByRole('cell', { name: 'Levodopa' })).toHaveAttribute('colspan', '2')
  await expect(letter.getByRole('cell', { name: 'Levodopa' })).toHaveCSS('border-style', 'solid')
  await expect(letter.locator('ul')).toHaveCSS('list-style-type', 'disc')
  await expect(letter.locator('ol')).toHaveCSS('list-style-type', 'decimal')
  const link = letter.getByRole('link', { name: 'Guideline' })
  await expect(link).toHaveAttribute('href', `${outside}/guideline`)
  await expect(link).toHaveCSS('text-decoration-line', 'underline')

  const forbidden = 'script, style, img, svg, math, iframe, form, input, button, [style], [onclick]'
  await expect(letter.locator(forbidden)).toHaveCount(0)
  await expect(letter.getByRole('link')).toHaveCount(1)
  for (const text of ['Script link', 'Hidden script link', 'Data link'])
    await letter.getByText(text, { exact: true }).click()
  await letter.getByText('Take one a day.').click()
  await expect(page).toHaveURL(new RegExp(`/inbox/${taskId}$`))
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  expect(requests.filter((url) => url.startsWith(outside))).toEqual([])
  await expectAccessible(page)
})
