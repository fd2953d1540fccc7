import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { onlyRun } from '../runs.ts'

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const text = (title: string) => ({ type: 'string', title })
const many = Array.from({ length: 2_000 }, (_, index) => ({
  const: `c${index}`,
  title: `Diagnosis ${index}`,
}))
const isOther = { properties: { payer: { const: 'other' } }, required: ['payer'] }
const startData = {
  type: 'object',
  required: ['name', 'diagnosis', 'sign'],
  'x-formPages': [
    { title: 'Patient', fields: ['name', 'diagnosis', 'payer', 'which'] },
    { title: 'Medication', fields: ['drugs', 'price', 'total', 'sign'] },
  ],
  properties: {
    name: { ...text('Name'), errorMessage: { required: 'Who is it?' } },
    diagnosis: { type: 'string', title: 'Diagnosis', oneOf: many },
    payer: { type: 'string', title: 'Payer', enum: ['aetna', 'other'] },
    which: text('Which one'),
    drugs: {
      type: 'array',
      title: 'Drugs',
      'x-formLayout': 'table',
      items: {
        type: 'object',
        title: 'Drug',
        required: ['label'],
        properties: { label: text('Label'), dose: { type: 'integer', title: 'Dose' } },
      },
    },
    price: { type: 'number', title: 'Price', 'x-formCurrency': '$' },
    total: { type: 'number', title: 'Total', 'x-formCalculate': '$round(price * 1.1, 2)' },
    sign: { type: 'object', title: 'Signature', 'x-formFieldType': 'signature' },
  },
  allOf: [
    {
      if: isOther,
      then: { required: ['which'] },
      else: { properties: { which: false } },
    },
  ],
}

test('a form with pages, a table, a long list and a signature is filled in by keyboard', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { slug } = await publish('Every kind', { startData, steps })
  await signedIn()
  await page.goto(`/forms/${slug}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  // Only the faults of this page, in the words of the author, each leading to its field.
  await expect(page.getByText('Who is it?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Name: Who is it?' }).press('Enter')
  await expect(name).toBeFocused()
  await name.fill('Ada')
  const diagnosis = page.getByRole('combobox', { name: 'Diagnosis' })
  await diagnosis.fill('1999')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Diagnosis 1999'])
  await expectAccessible(page)
  await diagnosis.press('Enter')
  await expect(diagnosis).toHaveValue('Diagnosis 1999')

  // What was typed comes back with its field.
  const payer = page.getByLabel('Payer')
  await payer.selectOption('other')
  await page.getByLabel('Which one').fill('Typed before')
  await payer.selectOption('aetna')
  await expect(page.getByLabel('Which one')).toHaveCount(0)
  await payer.selectOption('other')
  await expect(page.getByLabel('Which one')).toHaveValue('Typed before')
  await next.press('Enter')
  await expect(page.getByRole('heading', { name: 'Medication' })).toBeFocused()

  const add = page.getByRole('button', { name: 'Add drug' })
  await add.press('Enter')
  await add.press('Enter')
  const labels = page.getByRole('row').getByRole('textbox', { name: 'Label' })
  await labels.first().fill('Second')
  await labels.last().fill('First')
  await labels.last().press('Alt+ArrowUp')
  await expect(labels.first()).toHaveValue('First')
  await page.getByLabel('Price').fill('10.50')
  await expect(page.getByLabel('Total')).toHaveValue('11.55')
  await page.getByLabel('Type my name').check()
  await page.getByLabel('Your full name').fill('Ada Byron')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const run = await onlyRun<{ startData: unknown }>(api, slug)
  expect(run.startData).toMatchObject({
    name: 'Ada',
    diagnosis: 'c1999',
    which: 'Typed before',
    drugs: [{ label: 'First' }, { label: 'Second' }],
    total: 11.55,
    sign: { kind: 'typed', name: 'Ada Byron', signedAt: expect.any(String) },
  })
})
