import { expect, test } from 'vitest'
import { cutText, shortText, storableJson, storableText } from './text.ts'

test('cutting never splits a surrogate pair', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀c', 4)).toBe('ab😀')
  expect(cutText('a' + '😀'.repeat(3000), 4000)).toBe('a' + '😀'.repeat(1999))
  expect(cutText('😀', 0)).toBe('')
})

test('an ellipsis shows that something is left out', () => {
  expect(shortText('abc', 3)).toBe('abc')
  expect(shortText('ab😀c', 3)).toBe('ab…')
})

test('NUL and lone surrogates become the replacement character, pairs stay', () => {
  expect(storableText('a\0b')).toBe('a\uFFFDb')
  expect(storableText('a\ud83d')).toBe('a\uFFFD')
  expect(storableText('\ude00a😀')).toBe('\uFFFDa😀')
})

test('values and keys of JSON are cleaned at any depth; a clean value is answered itself', () => {
  const dirty = {
    'k\0': [{ '\ud83d': 'v\0', deep: ['\udc00'] }],
    n: 1,
    at: new Date(0),
    none: null,
  }
  expect(storableJson(dirty)).toEqual({
    'k\uFFFD': [{ '\uFFFD': 'v\uFFFD', deep: ['\uFFFD'] }],
    n: 1,
    at: new Date(0),
    none: null,
  })
  const clean = { text: '😀 \\u0000', list: [1] }
  expect(storableJson(clean)).toEqual(clean)
  const plain = { text: '😀', list: [1] }
  expect(storableJson(plain)).toBe(plain)
  expect(storableJson(undefined)).toBe(undefined)
})
