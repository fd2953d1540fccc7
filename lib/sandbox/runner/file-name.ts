/** The file name of customers' code in stacks. */
export const fileName = 'code.ts'
