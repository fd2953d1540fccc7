/** What a customer's code is called in stacks. */
export const fileName = 'code.ts'
