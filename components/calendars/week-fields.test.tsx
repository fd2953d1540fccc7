import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ShiftFields } from './week-fields.tsx'

it('shows midnight at the end of a day, which a field of a time calls 00:00', () => {
  const html = renderToStaticMarkup(
    <ShiftFields
      day="Monday"
      shifts={[{ from: '20:00', to: '24:00' }]}
      onChange={() => undefined}
    />,
  )
  expect(html.match(/value="[^"]*"/g)).toEqual(['value="20:00"', 'value="00:00"'])
  // Nothing fits after it.
  expect(html).not.toContain('on Monday')
})
