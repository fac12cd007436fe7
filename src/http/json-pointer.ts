/** A name as one part of an RFC 6901 JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
