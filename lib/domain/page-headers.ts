/** The header in which our own pages name the organization that they were opened for. */
export const organizationHeader = 'rounds-organization'
/** The header in which our own pages name the person whom they were opened for. */
export const personHeader = 'rounds-person'
