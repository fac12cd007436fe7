/** Cuts the text of a record into headers, comments and words, each with its place. */
import { fail, type RecordFault, type SaltaError } from './errors.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export type RecordToken = Place &
  (
    | { readonly kind: 'tag'; readonly name: string; readonly value: string }
    | { readonly kind: 'comment'; readonly text: string }
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'end' }
  );

/** A refusal on its way out of the reader; never leaves `parseRecord`. */
export class RecordRefusal extends Error {
  constructor(
    readonly place: Place,
    readonly fault: RecordFault,
    message: string,
    readonly data: Pick<SaltaError, 'reason' | 'index' | 'ply'> = {},
  ) {
    super(message);
  }

  toResult() {
    const { line, column } = this.place;
    const { fault, data } = this;
    return fail('bad-record', `line ${line}, column ${column}: ${this.message}`, { ...data, fault, line, column });
  }
}

const TAG = /\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\n]|\\["\\])*)"\s*\]/y;
const COMMENT = /\{((?:[^}\\]|\\[}\\[])*)\}/y;
const LINE_COMMENT = /;([^\n]*)/y;
/** A move number ends with its dots, so that `1.e3-f4` is two words. */
const WORD = /\d+\.+|[^\s{};[\]"]+/y;
const SPACE = /\s+/y;
const [LINE_FEED, BLANK, DOT, ZERO, NINE, DELETE] = [0x0a, 0x20, 0x2e, 0x30, 0x39, 0x7f];
/** Characters that can stand in a word, of those that are most of a record: the rest is left to the shapes above. */
const IN_WORDS = Uint8Array.from({ length: DELETE }, (_, code) =>
  code > BLANK && !'{};[]"'.includes(String.fromCharCode(code)) ? 1 : 0,
);
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');

/** Scans one record from its first character on; throws `RecordRefusal`. */
export class RecordScanner {
  private readonly text: string;
  private offset = 0;
  private line = 1;
  private lineStart = 0;

  constructor(text: string) {
    this.text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  }

  next(): RecordToken {
    const { line, lineStart, offset } = this;
    this.skipSpace();
    if (this.offset >= this.text.length) return { kind: 'end', line, column: offset - lineStart + 1 };
    const word = this.plainWord();
    if (word !== null) {
      const column = this.offset - word.length - this.lineStart + 1;
      return { kind: 'word', text: word, line: this.line, column };
    }
    const place = this.place();
    switch (this.text.charAt(this.offset)) {
      case '[':
        return { ...this.tag(place), ...place };
      case '{':
        return {
          kind: 'comment',
          text: unescape(this.commentText(COMMENT, place, 'a comment has no end')).trim(),
          ...place,
        };
      case ';':
        return {
          kind: 'comment',
          text: this.commentText(LINE_COMMENT, place, 'a comment has no end').trim(),
          ...place,
        };
    }
    const found = this.take(WORD);
    if (!found)
      throw new RecordRefusal(
        place,
        'bad-syntax',
        `${JSON.stringify(this.text.charAt(this.offset))} has no meaning here`,
      );
    return { kind: 'word', text: found[0], ...place };
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.offset);
      if (code === BLANK) this.offset++;
      else if (code === LINE_FEED) this.lineStart = this.startLine();
      else if ((code > BLANK && code < DELETE) || !this.take(SPACE)) return;
    }
  }

  private startLine(): number {
    this.line++;
    return ++this.offset;
  }

  /** What `WORD` takes here, where that is said by characters that are `IN_WORDS` and a space after them; else nothing. */
  private plainWord(): string | null {
    const { text, offset } = this;
    let end = offset;
    let code = text.charCodeAt(end);
    while (code >= ZERO && code <= NINE) code = text.charCodeAt(++end);
    if (end > offset && code === DOT) {
      do code = text.charCodeAt(++end);
      while (code === DOT);
    } else {
      while (IN_WORDS[code] === 1) code = text.charCodeAt(++end);
      if (code !== BLANK && code !== LINE_FEED) return null;
    }
    if (end === offset) return null;
    this.offset = end;
    return text.slice(offset, end);
  }

  private tag(place: Place): { kind: 'tag'; name: string; value: string } {
    const found = this.take(TAG);
    if (!found)
      throw new RecordRefusal(place, 'bad-header', 'a header is [Name "value"], with \\" and \\\\ inside the value');
    const value = unescape(found[2]!);
    if (CONTROL.test(value) || value.includes('\t'))
      throw new RecordRefusal(place, 'bad-header', `header ${found[1]!} has a control character`);
    return { kind: 'tag', name: found[1]!, value };
  }

  private commentText(shape: RegExp, place: Place, unfinished: string): string {
    const found = this.take(shape);
    if (!found) throw new RecordRefusal(place, 'truncated', unfinished);
    if (CONTROL.test(found[1]!)) throw new RecordRefusal(place, 'bad-syntax', 'a comment has a control character');
    return found[1]!;
  }

  private place(): Place {
    return { line: this.line, column: this.offset - this.lineStart + 1 };
  }

  private take(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.offset;
    const found = shape.exec(this.text);
    if (!found) return null;
    for (let at = found[0].indexOf('\n'); at >= 0; at = found[0].indexOf('\n', at + 1)) {
      this.line++;
      this.lineStart = this.offset + at + 1;
    }
    this.offset += found[0].length;
    return found;
  }
}
