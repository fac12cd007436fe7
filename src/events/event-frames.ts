/** Server-Sent Events as bytes on the wire (WHATWG HTML, section 9.2). */

export const EVENT_STREAM_TYPE = 'text/event-stream';

export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Any way to end a line that a reader knows. */
const LINE_END = /\r\n|\r|\n/;

function field(name: string, value: string): string {
  // U+0000 in an id would make readers ignore it.
  if (LINE_END.test(value) || value.includes('\0')) throw new Error(`${name} of an event holds a control character`);
  return `${name}: ${value}\n`;
}

/** An event; every line of its data gets a line of its own, which the reader puts together again with line feeds. */
export const formatFrame = ({ id, event, data }: Frame): string =>
  field('id', id) +
  field('event', event) +
  data
    .split(LINE_END)
    .map((line) => field('data', line))
    .join('') +
  '\n';

/** Moves the reader's last id on, without an event. */
export const formatPosition = (id: string): string => `${field('id', id)}\n`;

/** What no reader takes for an event. */
export const formatComment = (text = ''): string =>
  `${text
    .split(LINE_END)
    .map((line) => (line === '' ? ':\n' : `: ${line}\n`))
    .join('')}\n`;

/** How long a reader waits before it comes back after the connection was cut. */
export const formatRetry = (ms: number): string => `retry: ${String(ms)}\n`;
