/**
 * A name without what writers of the same name differ in: case, spaces, the forms of the same letter. Empty for a name of
 * which nothing is left.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
