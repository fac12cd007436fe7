/** What is told of an import, one JSON object a line. */
import type { ImportResult } from './record-import.service.js';

export class Tally {
  stored = 0;
  alreadyThere = 0;
  refused = 0;

  get games(): number {
    return this.stored + this.alreadyThere + this.refused;
  }

  count({ status }: ImportResult): void {
    if (status === 'stored') this.stored++;
    else if (status === 'refused') this.refused++;
    else this.alreadyThere++;
  }
}

export function resultLine(result: ImportResult): string {
  const { place, ...rest } = result;
  return `${JSON.stringify({ index: place.index, line: place.line, ...rest })}\n`;
}

export const summaryLine = ({ stored, alreadyThere, refused }: Tally): string =>
  `${JSON.stringify({ summary: { stored, alreadyThere, refused } })}\n`;
