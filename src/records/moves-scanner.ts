/** Follows a text record byte by byte, as far as telling it from the next one takes. */

const [NUL, TAB, SPACE] = [0x00, 0x09, 0x20];
const [QUOTE, SEMICOLON, OPENING, BACKSLASH, CLOSING, BRACE, END_BRACE] = [0x22, 0x3b, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

const RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2', '*'];
const LONGEST_RESULT = 7;

/** In UTF-16 every second byte, and its mark: such a record is refused, but must end where it ends. */
const isWide = (byte: number): boolean => byte === NUL || byte === 0xfe || byte === 0xff;

type Mode = 'plain' | 'header' | 'value' | 'comment' | 'line-comment';

export class MovesScanner {
  private mode: Mode = 'plain';
  private escaped = false;
  private word = '';
  /** Whether the record has come to what is no header. */
  inMoves = false;
  /** Whether the last word that is in no comment was a result. */
  resultStands = false;

  reset(): void {
    this.mode = 'plain';
    this.escaped = false;
    this.word = '';
    this.inMoves = false;
    this.resultStands = false;
  }

  /** Scans bytes of one line; the line may go on with the next call. */
  scan(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.mode === 'plain') this.scanPlain(byte);
      else if (this.mode === 'header') this.scanHeader(byte);
      else if (this.mode !== 'line-comment') this.scanEscaped(byte, this.mode);
    }
  }

  /** Only a comment in braces goes on in the next line. */
  endLine(): void {
    this.endWord();
    this.escaped = false;
    if (this.mode !== 'comment') this.mode = 'plain';
  }

  private scanPlain(byte: number): void {
    if (byte === SPACE || byte === TAB || isWide(byte)) {
      this.endWord();
      return;
    }
    if (byte === OPENING && !this.inMoves) {
      this.mode = 'header';
      return;
    }
    this.inMoves = true;
    if (byte === BRACE || byte === SEMICOLON) {
      this.endWord();
      this.mode = byte === BRACE ? 'comment' : 'line-comment';
    } else if (this.word.length <= LONGEST_RESULT) {
      this.word += String.fromCharCode(byte);
    }
  }

  private scanHeader(byte: number): void {
    if (byte === QUOTE) this.mode = 'value';
    else if (byte === CLOSING) this.mode = 'plain';
  }

  private scanEscaped(byte: number, mode: 'value' | 'comment'): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (mode === 'value' && byte === QUOTE) this.mode = 'header';
    else if (mode === 'comment' && byte === END_BRACE) this.mode = 'plain';
  }

  private endWord(): void {
    if (this.word !== '') this.resultStands = RESULTS.includes(this.word);
    this.word = '';
  }
}
