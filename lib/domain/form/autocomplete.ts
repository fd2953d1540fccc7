type Schema = Record<string, unknown>

/** A token of HTML's `autocomplete`, by which browsers and their users fill in what they know. */
export const autocompleteKeyword = 'x-formAutocomplete'

/** The tokens that fit a person who fills in a form about themselves, with what they mean. */
export const autocompleteTokens: Record<string, string> = {
  off: 'Nothing',
  name: 'Full name',
  'given-name': 'First name',
  'additional-name': 'Middle name',
  'family-name': 'Last name',
  bday: 'Birthday',
  sex: 'Sex or gender',
  email: 'E-mail address',
  tel: 'Phone number',
  'street-address': 'Street address, several lines',
  'address-line1': 'Street and number',
  'address-line2': 'Apartment, suite',
  'address-level2': 'City',
  'address-level1': 'State',
  'postal-code': 'ZIP code',
  'country-name': 'Country',
  organization: 'Organization',
  'organization-title': 'Job title',
}

/** Names that fields of the person themselves usually have, without signs and in small letters. */
const tokensByName: Record<string, string> = {
  name: 'name',
  fullname: 'name',
  yourname: 'name',
  firstname: 'given-name',
  givenname: 'given-name',
  middlename: 'additional-name',
  lastname: 'family-name',
  familyname: 'family-name',
  surname: 'family-name',
  email: 'email',
  emailaddress: 'email',
  phone: 'tel',
  phonenumber: 'tel',
  mobile: 'tel',
  mobilephone: 'tel',
  cellphone: 'tel',
  dateofbirth: 'bday',
  birthdate: 'bday',
  birthday: 'bday',
  dob: 'bday',
  street: 'address-line1',
  streetaddress: 'address-line1',
  addressline1: 'address-line1',
  addressline2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  zipcode: 'postal-code',
  postalcode: 'postal-code',
  country: 'country-name',
}

const isText = ({ type, enum: choices, oneOf }: Schema): boolean =>
  (type === undefined || type === 'string') && choices === undefined && oneOf === undefined

/**
 * What a browser may fill in: what the author says, else by the kind of the field or a usual name.
 * Undefined: nothing is known.
 */
export function autocompleteOf(name: string, schema: Schema): string | undefined {
  const said = schema[autocompleteKeyword]
  if (typeof said === 'string' && said) return said
  if (schema['x-formFieldType'] === 'phone') return 'tel'
  if (schema['format'] === 'email') return 'email'
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return isText(schema) && Object.hasOwn(tokensByName, key) ? tokensByName[key] : undefined
}
