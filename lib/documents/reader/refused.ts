/** A document that cannot be read; the message is for the person who sent it. */
export class Refused extends Error {}

export const refuse = (message: string): never => {
  throw new Refused(message)
}

export const sentences = {
  noPdf: 'This file is not a readable PDF.',
  encryptedPdf: 'This PDF has a password. Save it without one and upload it again.',
  cutOffPdf: 'This PDF is cut off or damaged: its end is missing. Upload it again.',
  encryptedDocx: 'This Word document has a password. Save it without one and upload it again.',
  oldDocx:
    'This is an old Word file (.doc). Save it as “Word document (.docx)” and upload it again.',
  noText:
    'This file is not text, whatever its name says. Open it in its program and save it as PDF.',
  noPicture: 'This picture is damaged or cut off. Save it again as PNG or JPEG and upload that.',
  largePicture: 'This picture has more than 40 million pixels. Scan it with a lower resolution.',
  twoKinds:
    'This file is two kinds of documents at once, so readers would show different contents. ' +
    'Save it again as one document and upload that.',
  nested: 'This document is nested too deeply to be read. Save it again as plain text.',
}
