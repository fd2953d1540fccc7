/**
 * What the builder itself writes into a form (`components/editor/model/form/kinds.ts`), in the
 * languages that are built in: an author who adds Spanish need not translate our sentences.
 */
const phrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  es: {
    'Write a phone number, such as +1 212 555 0100.':
      'Escriba un número de teléfono, como +1 212 555 0100.',
    'Street and number': 'Calle y número',
    'Apartment or suite': 'Apartamento o piso',
    City: 'Ciudad',
    State: 'Estado',
    'Write the two letters of the state, such as NY.':
      'Escriba las dos letras del estado, como NY.',
    'ZIP code': 'Código postal',
    'Write a ZIP code, such as 10001 or 10001-1234.':
      'Escriba un código postal, como 10001 o 10001-1234.',
  },
}

/** A sentence of the builder in another language; undefined for the words of an author. */
export const builderPhrase = (language: string, text: string): string | undefined =>
  phrases[language.split('-')[0] ?? language]?.[text]
