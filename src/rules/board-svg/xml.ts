/** Writing XML: elements as text, with everything that comes from outside made harmless. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 cannot hold, not even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text for the content of an element or for an attribute; what XML cannot hold becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with its attributes escaped; `children` is XML already. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const opening = `<${name}${written.join('')}`;
  return children === '' ? `${opening}/>` : `${opening}>${children}</${name}>`;
}

/** An element that holds text. */
export const textElement = (name: string, attributes: Attributes, text: string): string =>
  element(name, attributes, escapeXml(text));
