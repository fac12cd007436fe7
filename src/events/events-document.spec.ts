/** docs/events.md and the OpenAPI schemas say the same of every type. */
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { codes, readDocument, tableRows } from '../../test/support/markdown.js';
import { EVENT_DATA } from './event-data.view.js';
import { EVENT_TYPES } from './event.js';

/** The members that a class describes for OpenAPI. */
function membersOf(of: new () => object): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', of.prototype as object) as string[];
  return names.map((name) => name.replace(/^:/, '')).sort();
}

describe('docs/events.md', () => {
  const [, ...rows] = tableRows(readDocument('docs/events.md'), 'type');

  it('lists every type, in the order of the code', () => {
    expect(rows.map(([type = '']) => codes(type)[0])).toEqual([...EVENT_TYPES]);
  });

  it.each(EVENT_TYPES)('says what the data of %s are', (type) => {
    const row = rows.find(([name = '']) => codes(name)[0] === type);
    expect(codes(row?.[2] ?? '').sort()).toEqual(membersOf(EVENT_DATA[type][0]));
  });
});
