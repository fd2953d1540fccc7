import { expect, it } from 'vitest'
import { blocksOf } from './markdown-text.ts'

const text = (words: string) => ({ kind: 'text', text: words })

it('reads paragraphs, marks and links', () => {
  expect(
    blocksOf('See **the *blue* card** or [our page](https://a.example/x_y).\nNext `a_b`\n\nEnd'),
  ).toEqual([
    {
      kind: 'paragraph',
      pieces: [
        text('See '),
        {
          kind: 'strong',
          pieces: [text('the '), { kind: 'em', pieces: [text('blue')] }, text(' card')],
        },
        text(' or '),
        { kind: 'link', href: 'https://a.example/x_y', pieces: [text('our page')] },
        text('.\nNext '),
        { kind: 'code', pieces: [text('a_b')] },
      ],
    },
    { kind: 'paragraph', pieces: [text('End')] },
  ])
})

it('reads lists', () => {
  expect(blocksOf('Bring:\n- card\n- *photo*\n1. first')).toEqual([
    { kind: 'paragraph', pieces: [text('Bring:')] },
    {
      kind: 'list',
      ordered: false,
      items: [[text('card')], [{ kind: 'em', pieces: [text('photo')] }]],
    },
    { kind: 'list', ordered: true, items: [[text('first')]] },
  ])
})

it.each([
  '<b>x</b><script>alert(1)</script>',
  '[x](javascript:alert(1))',
  'snake_case_name, 2*3*4',
])('%s stays a text', (words) =>
  expect(blocksOf(words)).toEqual([{ kind: 'paragraph', pieces: [text(words)] }]),
)

it('links addresses without the dot of their sentence', () => {
  expect(blocksOf('Go to https://a.example/b.')[0]).toMatchObject({
    pieces: [text('Go to '), { href: 'https://a.example/b' }, text('.')],
  })
})
