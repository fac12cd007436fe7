import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { decodeCursor, encodeCursor, pageOf, type Page } from '../http/page.js';
import { PRESETS, type SquareNotation } from '../salta/index.js';
import type { PresetsQuery } from './rules.dto.js';
import { RulesService } from './rules.service.js';
import { presetView, type PresetView } from './views/index.js';

const LIST = 'presets';

/** The presets as answers show them. */
@Injectable()
export class PresetsService {
  constructor(private readonly rules: RulesService) {}

  list({ limit, cursor, notation }: PresetsQuery): Page<PresetView> {
    const start = cursor === undefined ? 0 : placeAfter(cursor);
    return pageOf(
      PRESETS.slice(start, start + limit + 1),
      limit,
      (preset) => encodeCursor(LIST, [preset]),
      (preset) => this.get(preset, notation),
    );
  }

  /** Throws `preset-not-found`. */
  get(preset: string, notation: SquareNotation): PresetView {
    return presetView(this.rules.preset(preset), notation);
  }
}

function placeAfter(cursor: string): number {
  const [preset] = decodeCursor(LIST, ['string'], cursor);
  const place = PRESETS.findIndex((name) => name === preset);
  if (place < 0) throw new DomainError('invalid-cursor', 'The cursor names no preset.');
  return place + 1;
}
