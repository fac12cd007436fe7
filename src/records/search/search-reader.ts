import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DomainError, type FieldError } from '../../domain-error.js';
import { isDay } from '../../http/timestamp.js';
import type { Caller } from '../../players/credentials.js';
import { nameKey } from '../../players/name-key.js';
import { viewerOf } from '../../players/viewer.js';
import { refusal } from '../../rules/refusal.js';
import { readRuleSetText } from '../../rules/rule-set-text.js';
import { RuleSetsService } from '../../rules/rule-sets.service.js';
import { RulesService } from '../../rules/rules.service.js';
import { parsePosition } from '../../salta/index.js';
import { spotOf } from '../course.js';
import type { CourseFilter } from './course-filter.js';
import { parsePieces } from './pieces-text.js';
import type { RecordOrder, RecordsFilterQuery, RecordSort } from './records.dto.js';
import type { NamedEvent, NamedPlayer, Search } from './search.js';

/** What a query says of the games, however they are then ordered and cut into pages. */
export interface SearchQuery extends RecordsFilterQuery {
  readonly sort: RecordSort;
  readonly order: RecordOrder;
}

/** Turns queries into searches. */
@Injectable()
export class SearchReader {
  constructor(
    private readonly rules: RulesService,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /** Throws `invalid-request`, `invalid-rules`, `invalid-position` and `invalid-notation`, each with the parameter at fault. */
  async read(query: SearchQuery, caller: Caller | null): Promise<Search> {
    checkTogether(query);
    return {
      player: namedPlayer(query.player),
      side: query.side ?? null,
      playerResult: query.playerResult ?? null,
      opponent: namedPlayer(query.opponent),
      facets: {
        ruleSets: await this.readRules(query.rules),
        result: query.result ?? null,
        reason: query.reason ?? null,
        rated: query.rated ?? null,
        source: query.source ?? null,
        timeControl: query.timeControl ?? null,
      },
      points: { least: query.minPoints ?? null, most: query.maxPoints ?? null },
      plies: { least: query.minPlies ?? null, most: query.maxPlies ?? null },
      since: query.since ?? null,
      until: query.until ?? null,
      event: namedEvent(query.event),
      opening: this.readOpening(query.opening),
      course: readCourse(query),
      viewer: viewerOf(caller),
      sort: query.sort,
      order: query.order,
    };
  }

  private async readRules(text: string | undefined): Promise<number[] | null> {
    if (text === undefined) return null;
    const input = readRuleSetText(text);
    const checked = this.rules.ruleSet(input, { in: 'query', pointer: '/rules' });
    if (input.overrides === undefined)
      return (await this.ruleSets.list()).flatMap(({ no, rules }) => (rules.preset === checked.preset ? no : []));
    const found = await this.ruleSets.find(checked);
    return found === null ? [] : [found];
  }

  private readOpening(text: string | undefined): Uint8Array | null {
    if (text === undefined) return null;
    const at = { in: 'query', pointer: '/opening' } as const;
    const moves = text.split(/[\s,]+/).filter((move) => move !== '');
    if (moves.length === 0) throw wrong([{ ...at, detail: 'must name moves' }]);
    return Uint8Array.from(
      moves.flatMap((move) => {
        const squares = this.rules.parseMove(move, at);
        return [squares[0], squares.at(-1) ?? squares[0]];
      }),
    );
  }
}

function readCourse({ position, turned, pieces }: SearchQuery): CourseFilter | null {
  if (position === undefined && pieces === undefined) return null;
  const found = position === undefined ? null : parsePosition(position);
  if (found && !found.ok) throw refusal(found.error, { at: { in: 'query', pointer: '/position' } });
  const terms = pieces === undefined ? null : parsePieces(pieces);
  if (terms && !terms.ok) throw refusal(terms.error, { at: { in: 'query', pointer: '/pieces' } });
  return { spot: found && spotOf(found.value), orTurned: turned, pieces: terms?.value ?? [] };
}

/** Parameters that say something only together with another one. */
function checkTogether(query: SearchQuery): void {
  const errors: FieldError[] = [];
  const needs = (name: 'side' | 'playerResult' | 'opponent', other: 'player'): void => {
    if (query[name] !== undefined && query[other] === undefined)
      errors.push({ in: 'query', pointer: `/${name}`, detail: `needs ${other}` });
  };
  needs('side', 'player');
  needs('playerResult', 'player');
  needs('opponent', 'player');
  if (query.turned && query.position === undefined)
    errors.push({ in: 'query', pointer: '/turned', detail: 'needs position' });
  for (const name of ['since', 'until'] as const) {
    const day = query[name];
    if (day !== undefined && !isDay(day))
      errors.push({ in: 'query', pointer: `/${name}`, detail: 'is a day that no calendar has' });
  }
  if (errors.length > 0) throw wrong(errors);
}

const wrong = (errors: readonly FieldError[]): DomainError =>
  new DomainError('invalid-request', 'The search cannot be read.', { errors });

function namedPlayer(text: string | undefined): NamedPlayer | null {
  if (text === undefined) return null;
  return isUUID(text) ? { playerId: text.toLowerCase() } : { nameKey: nameKey(text), handleKey: text.toLowerCase() };
}

function namedEvent(text: string | undefined): NamedEvent | null {
  if (text === undefined) return null;
  return isUUID(text) ? { id: text.toLowerCase() } : { nameKey: nameKey(text) };
}
