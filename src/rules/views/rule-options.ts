import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { MAX_MOVE_LIMIT, RULE_OPTION_VALUES } from '../../salta/index.js';
import type { RuleOptions } from '../../salta/index.js';

type Listed = Exclude<keyof typeof RULE_OPTION_VALUES, 'jumpChain'>;

const Option = (name: Listed, description: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: RULE_OPTION_VALUES[name], description }));

/** Every option of a rule set. */
@ApiSchema({ name: 'RuleOptions' })
export class RuleOptionsView implements RuleOptions {
  @Option(
    'setup',
    'How the pieces stand at the start: stars on the first rank, or suns (`1901`, numbered from the right).',
  )
  setup!: RuleOptions['setup'];

  @Option(
    'numbering',
    "Whether each side sets up from its own left (Dark's set-up is Light's turned), or both from Light's.",
  )
  numbering!: RuleOptions['numbering'];

  @Option('goal', 'Where each piece goes: where the same piece of the opponent starts, or seven ranks ahead.')
  goal!: RuleOptions['goal'];

  @Option('step', 'The directions of a step.')
  step!: RuleOptions['step'];

  @Option('jumpOver', 'Whose pieces may be jumped over.')
  jumpOver!: RuleOptions['jumpOver'];

  @Option('jumpDirection', 'The directions of a jump.')
  jumpDirection!: RuleOptions['jumpDirection'];

  @ApiProperty({ type: Boolean, description: 'Whether one move may make several jumps.' })
  jumpChain!: boolean;

  @Option('jumpObligation', 'Whether a jump must be made, only when the opponent calls "Salta!", or never.')
  jumpObligation!: RuleOptions['jumpObligation'];

  @Option('blockade', 'Whether leaving the opponent without a move is illegal, or wins.')
  blockade!: RuleOptions['blockade'];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MAX_MOVE_LIMIT,
    description: 'Moves by each player after which the game ends and is scored; null for no limit.',
  })
  moveLimit!: number | null;

  @Option('tempo', 'What balances the first move.')
  tempo!: RuleOptions['tempo'];

  @Option('scoring', 'What the points are counted in.')
  scoring!: RuleOptions['scoring'];

  @Option('firstPlayer', 'Who moves first.')
  firstPlayer!: RuleOptions['firstPlayer'];
}

/** The options that differ from the preset. */
@ApiSchema({ name: 'RuleOverrides' })
export class RuleOverridesView extends PartialType(RuleOptionsView) {}
