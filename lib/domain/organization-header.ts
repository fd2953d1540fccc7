/** In which our own pages say of which organization they are. */
export const organizationHeader = 'rounds-organization'
