import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import {
  admitPosition,
  createRuleSet,
  parseAction,
  parseMove,
  parsePosition,
  parsePreset,
  Play,
  replay,
  startPosition,
  unwrap,
} from '../salta/index.js';
import type {
  Action,
  Call,
  PlayedMove,
  Position,
  Replay,
  Result,
  RuleSet,
  SquareNotation,
  SquareSequence,
} from '../salta/index.js';
import { refusal, type Place } from './refusal.js';

/** What callers say of a rule set; not yet checked. */
export interface RuleSetInput {
  readonly preset: string;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** The rules core for the rest of the service: the same answers, refusals thrown as {@link DomainError}. */
@Injectable()
export class RulesService {
  /** A checked rule set; throws `invalid-rules`. `at` says where the rule set stands in the request. */
  ruleSet({ preset, overrides }: RuleSetInput, at: Place = '/rules'): RuleSet {
    return valueOf(createRuleSet(preset, overrides), at);
  }

  /** A preset as it is; throws `preset-not-found`. */
  preset(name: string): RuleSet {
    const preset = parsePreset(name);
    if (!preset.ok) throw new DomainError('preset-not-found', `There is no preset called ${JSON.stringify(name)}.`);
    return unwrap(createRuleSet(preset.value));
  }

  /** A position that this rule set admits; throws `invalid-position`. `at` says where its text stands. */
  position(rules: RuleSet, text: string, at: Place = '/position'): Position {
    return valueOf(admitPosition(rules, valueOf(parsePosition(text), at)), at);
  }

  startPosition(rules: RuleSet): Position {
    return startPosition(rules);
  }

  /** A cursor that plays on from a position. */
  play(rules: RuleSet, position: Position): Play {
    return new Play(rules, position);
  }

  /** The squares of a move's text; throws `invalid-notation`. */
  parseMove(text: string, at: Place = '/move'): SquareSequence {
    return valueOf(parseMove(text), at);
  }

  /** A move or the word of a call; throws `invalid-notation`. */
  parseAction(text: string, at: Place = '/move'): Action {
    return valueOf(parseAction(text), at);
  }

  /** Plays a move; throws `illegal-move` with the reason and the legal moves. */
  move(play: Play, squares: SquareSequence, notation?: SquareNotation): PlayedMove {
    const played = play.play(squares);
    if (!played.ok) throw refusal(played.error, { legal: play.legalMoves(), ...(notation && { notation }) });
    return played.value;
  }

  /** Calls "Salta!"; throws `illegal-call`. */
  call(play: Play): Call {
    return valueOf(play.callSalta());
  }

  /** Plays a list of moves and calls; what is thrown has the `index` of the one that is refused. */
  replay(rules: RuleSet, start: Position, actions: readonly Action[], notation?: SquareNotation): Replay {
    const played = replay(rules, start, actions);
    if (played.ok) return played.value;
    const before = unwrap(replay(rules, start, actions.slice(0, played.error.index)));
    throw refusal(played.error, { legal: before.play.legalMoves(), ...(notation && { notation }) });
  }
}

function valueOf<T>(result: Result<T>, at?: Place): T {
  if (!result.ok) throw refusal(result.error, { ...(at !== undefined && { at }) });
  return result.value;
}
