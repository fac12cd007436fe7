/** A part of a parsed JSON value that knows where it stands, so that what is wrong with it can be named. */
import { escapePointer } from '../http/json-pointer.js';
import type { LocalRefusal } from './refusal.js';

/** On its way out of the reader of a record; never leaves it. */
export class JsonRefusal extends Error {
  constructor(readonly refusal: LocalRefusal) {
    super(refusal.detail);
  }
}

export class Json {
  constructor(
    readonly value: unknown,
    readonly pointer = '',
  ) {}

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  refusal(code: LocalRefusal['code'], detail: string, data: Partial<LocalRefusal> = {}): JsonRefusal {
    return new JsonRefusal({ code, detail, pointer: this.pointer, ...data });
  }

  private wrong(what: string): JsonRefusal {
    return this.refusal('bad-json', this.isAbsent ? `is missing: ${what}` : `must be ${what}`);
  }

  /** An object's member; one that it has not is absent. */
  at(name: string): Json {
    const object = this.object();
    return this.member(name, Object.hasOwn(object, name) ? object[name] : undefined);
  }

  members(): [string, Json][] {
    return Object.entries(this.object()).map(([name, value]) => [name, this.member(name, value)]);
  }

  /** Refuses members that are not named here. */
  allow(...names: string[]): void {
    const other = Object.keys(this.object()).find((name) => !names.includes(name));
    if (other !== undefined) throw this.at(other).refusal('bad-json', 'there is no such member');
  }

  list(): readonly unknown[] {
    if (!Array.isArray(this.value)) throw this.wrong('a list');
    return this.value;
  }

  item(index: number): Json {
    return new Json(this.list()[index], `${this.pointer}/${index}`);
  }

  items(): Json[] {
    return this.list().map((_, index) => this.item(index));
  }

  /** The text of an item, without a `Json` for each of a long list. */
  textAt(index: number): string {
    const item = this.list()[index];
    return typeof item === 'string' ? item : this.item(index).text();
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.wrong('text');
    return this.value;
  }

  integer(least: number, most: number): number {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw this.wrong(`a whole number from ${least} to ${most}`);
    return value;
  }

  oneOf<const T>(values: readonly T[]): T {
    const found = values.find((value) => value === this.value);
    if (found === undefined) throw this.wrong(`one of ${values.map(String).join(', ')}`);
    return found;
  }

  private member(name: string, value: unknown): Json {
    return new Json(value, `${this.pointer}/${escapePointer(name)}`);
  }

  private object(): Readonly<Record<string, unknown>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.wrong('an object');
    return value as Readonly<Record<string, unknown>>;
  }
}
