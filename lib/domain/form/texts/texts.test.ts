import { describe, expect, it } from 'vitest'
import { fileRefusal } from '../file-rules.ts'
import { english } from './english.ts'
import { formTexts } from './form-texts.ts'
import { inLanguage } from './in-language.ts'
import { chooseLanguage, directionOf, nameOfLanguage } from './languages.ts'
import { spanish } from './spanish.ts'
import { textsOfForm, translatedForm, withoutTexts } from './translate-form.ts'

const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe('what a form says by itself', () => {
  it.each(Object.entries(spanish))('fills the same names in Spanish: %s', (key, text) =>
    // "1 character" may be said without its number.
    expect(names(text)).toEqual(names(english[key as keyof typeof english])),
  )

  it('is said with the plural of its language', () => {
    expect(formTexts('es').count('errors', 1)).toBe('Un campo necesita otra mirada')
    expect(formTexts('es-MX').count('errors', 3)).toBe('3 campos necesitan otra mirada')
  })

  it('is the author’s in a language that is not built in, and English where that is missing', () => {
    const texts = formTexts('he', { send: 'שליחה' })
    expect(texts.text('send')).toBe('שליחה')
    // English of its own direction: its signs stay at its end.
    expect(texts.text('sending')).toBe('\u2066Sending…\u2069')
    expect(formTexts('fr').text('sending')).toBe('Sending…')
  })
})

describe('a sentence from elsewhere', () => {
  const spoken = formTexts('es')
  it('is said in the language of the form, with what is in it', () => {
    const rule = { types: ['application/pdf', 'image/*'], maxBytes: 1024 * 1024 }
    const refusal = fileRefusal(rule, { fileName: 'a.zip', mimeType: 'application/zip', size: 1 })
    expect(inLanguage(spoken, refusal ?? '')).toBe(
      'Aquí no se acepta este tipo de archivo. Elija un archivo del tipo PDF o imágenes.',
    )
    const large = fileRefusal(rule, { fileName: 'a.pdf', size: 2 * 1024 * 1024 })
    expect(inLanguage(spoken, large ?? '')).toContain('mayor de 1 MB')
    expect(inLanguage(spoken, english['file.empty'])).toBe(spoken.text('file.empty'))
  })

  it('is left to its reader where forms do not know it', () => {
    expect(inLanguage(spoken, 'Something is wrong.')).toBeUndefined()
    expect(inLanguage(formTexts('en'), 'Something is wrong.')).toBe('Something is wrong.')
  })
})

describe('the language of a visitor', () => {
  const offered = ['en', 'es', 'pt-BR']
  it.each([
    ['their choice', 'es', 'en', 'es'],
    ['the best of their browser', null, 'fr, pt;q=0.8, es;q=0.9', 'es'],
    ['the same language of another country', null, 'pt-PT', 'pt-BR'],
    ['the first where none fits', null, 'fr', 'en'],
    ['not one that they refuse', null, 'es;q=0, pt', 'pt-BR'],
    ['the browser’s where their choice is not offered', 'xx', 'es', 'es'],
  ])('is %s', (_what, chosen, header, language) =>
    expect(chooseLanguage(offered, chosen, header)).toBe(language),
  )

  it('is written in its direction, and named in itself', () => {
    expect([directionOf('he'), directionOf('ar-EG'), directionOf('es')]).toEqual([
      'rtl',
      'rtl',
      'ltr',
    ])
    expect(nameOfLanguage('es')).toBe('español')
    expect(nameOfLanguage('no such language')).toBe('no such language')
  })
})

describe('translated forms', () => {
  const form = {
    title: 'Referral',
    description: '',
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string', title: 'Form of address' },
        plan: { type: 'string', enum: ['gold', 'silver'] },
        visits: {
          type: 'array',
          items: { type: 'object', properties: { 'a/b': { title: 'Place', default: 'Home' } } },
        },
        code: { type: 'string', errorMessage: { pattern: 'Write it like AB-1.' } },
      },
      'x-formPages': [{ title: 'You', fields: ['title'] }],
    },
  }

  it('have a place for each text that people read, and for nothing else', () =>
    expect(textsOfForm(form).map(({ place, text }) => `${place} ${text}`)).toEqual([
      '/title Referral',
      '/schema/properties/title/title Form of address',
      '/schema/properties/plan/enum/0 gold',
      '/schema/properties/plan/enum/1 silver',
      '/schema/properties/visits/items/properties/a~1b/title Place',
      '/schema/properties/code/errorMessage/pattern Write it like AB-1.',
      '/schema/x-formPages/0/title You',
    ]))

  it('translate the titles of choices that have some, and keep their values', () => {
    const sex = { type: 'string', enum: ['F', 'M'], enumNames: ['Female', 'Male'] }
    const titled = { ...form, schema: { type: 'object', properties: { sex } } }
    expect(textsOfForm(titled).map(({ text }) => text)).toEqual(['Referral', 'Female', 'Male'])
    const translation = { '/schema/properties/sex/enum/0': 'Mujer' }
    expect(translatedForm(titled, translation, 'es').schema.properties.sex).toEqual({
      type: 'string',
      oneOf: [
        { const: 'F', title: 'Mujer' },
        { const: 'M', title: 'Male' },
      ],
    })
  })

  it('have the translated texts, the others as written, and the same values', () => {
    const translation = {
      '/title': 'Derivación',
      '/schema/properties/plan/enum/0': 'oro',
      '/schema/properties/visits/items/properties/a~1b/title': 'Lugar',
      '/schema/properties/code/errorMessage/pattern': ' ',
    }
    const { title, schema } = translatedForm(form, translation, 'es')
    expect(title).toBe('Derivación')
    expect(schema.properties.plan).toEqual({
      type: 'string',
      oneOf: [
        { const: 'gold', title: 'oro' },
        { const: 'silver', title: 'silver' },
      ],
    })
    expect(schema.properties.visits.items.properties['a/b'].title).toBe('Lugar')
    expect(schema.properties.code).toEqual(form.schema.properties.code)
    expect(schema.properties.title.title).toBe('Form of address')
    expect(withoutTexts(schema)).toEqual(withoutTexts(form.schema))
  })
})
