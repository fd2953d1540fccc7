const text = (title: string, more: object = {}) => ({ type: 'string', title, ...more })
const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const files = (title: string, more: object = {}) => ({
  type: 'array',
  title,
  'x-formFieldType': 'multi-file',
  items: { type: 'object', properties: { id: { type: 'string' } } },
  ...more,
})
const medication = {
  type: 'object',
  title: 'Medication',
  required: ['label'],
  properties: {
    label: text('Name of the drug'),
    dose: { type: 'integer', title: 'Dose in mg' },
    often: text('How often', { enum: ['daily', 'weekly'] }),
    taken: { type: 'boolean', title: 'Still taken' },
  },
}
const contact = {
  type: 'object',
  title: 'Contact',
  properties: { who: text('Who'), papers: files('Papers') },
}
const address = {
  type: 'object',
  title: 'Address',
  'x-formFieldType': 'postal-address',
  properties: {
    addressLine1: text('Street and number'),
    city: text('City'),
    state: text('State'),
    postalCode: text('ZIP code'),
  },
}
const payment = {
  type: 'object',
  title: 'Payment',
  oneOf: [
    {
      title: 'By card',
      properties: { kind: { const: 'card' }, number: text('Card number') },
      required: ['kind', 'number'],
    },
    { title: 'By post', properties: { kind: { const: 'post' }, street: text('Street') } },
  ],
}

/** A field of every kind that forms draw. */
export const everyField = {
  type: 'object',
  required: ['name', 'born', 'consent', 'sign'],
  properties: {
    name: text('Full name', { description: 'As on your **card**. See [help](https://a.example).' }),
    born: text('Date of birth', { format: 'date' }),
    at: text('Best time to call', { format: 'time' }),
    wished: text('Wished appointment', { format: 'date-time' }),
    since: text('How long you have had the pain', { format: 'duration' }),
    email: text('E-mail', { format: 'email' }),
    phone: text('Phone', { 'x-formFieldType': 'phone' }),
    ssn: text('Social security number', {
      'x-formMask': '999-99-9999',
      pattern: '^[0-9]{3}-[0-9]{2}-[0-9]{4}$',
    }),
    plan: text('Insurance plan', {
      oneOf: [
        { const: 'g', title: 'Gold plan, with a name that is longer than a phone is wide' },
        { const: 's', title: 'Silver' },
      ],
    }),
    diagnosis: text('Diagnosis', { enum: many(300).map((index) => `Diagnosis ${index}`) }),
    symptoms: {
      type: 'array',
      title: 'Symptoms',
      uniqueItems: true,
      items: text('', { enum: ['Pain', 'Fever', 'Numbness'] }),
    },
    codes: {
      type: 'array',
      title: 'Codes',
      uniqueItems: true,
      items: text('', { enum: many(60).map((index) => `Code ${index}`) }),
    },
    smoker: { type: 'boolean', title: 'Do you smoke?', 'x-formFieldType': 'yes-no' },
    since_when: text('Since when do you smoke?'),
    visits: { type: 'integer', title: 'Visits last year', minimum: 0, maximum: 400 },
    price: { type: 'number', title: 'Price', 'x-formCurrency': '$' },
    total: { type: 'number', title: 'Total', 'x-formCalculate': 'visits * price' },
    clinic: text('Clinic', { readOnly: true, default: 'Riverside Clinic' }),
    allergies: { type: 'array', title: 'Allergies', items: text('Allergy') },
    drugs: { type: 'array', title: 'Medications', 'x-formLayout': 'table', items: medication },
    contacts: { type: 'array', title: 'Contacts', 'x-formItemTitle': '{who}', items: contact },
    address,
    payment,
    photos: files('Photos', { 'x-formFileTypes': ['image/*'], 'x-formFileMaxMegabytes': 5 }),
    note: text('Anything else', { 'x-formFieldType': 'long-text' }),
    consent: { type: 'boolean', const: true, title: 'I agree that the clinic calls me' },
    sign: { type: 'object', title: 'Signature', 'x-formFieldType': 'signature' },
  },
  allOf: [
    {
      if: { properties: { smoker: { const: true } }, required: ['smoker'] },
      then: { required: ['since_when'] },
      else: { properties: { since_when: false } },
    },
  ],
}

/** The same on pages. */
export const everyFieldOnPages = {
  ...everyField,
  'x-formPages': [
    { title: 'You', description: 'We ask for **your** data first.', fields: ['name', 'born'] },
    { title: 'Your health', fields: ['symptoms', 'smoker', 'since_when', 'drugs'] },
    { title: 'Papers and signature', fields: ['photos', 'consent', 'sign'] },
  ],
}
