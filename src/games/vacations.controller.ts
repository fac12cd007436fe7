import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { VACATION_EXAMPLE, VacationBody, VacationView } from './vacation.view.js';
import { VacationsService } from './vacations.service.js';

@ApiTags('clocks')
@ApiBearerAuth()
@Controller('v1/me/vacation')
export class VacationsController {
  constructor(private readonly vacations: VacationsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getMyVacation',
    summary: 'Get your vacation',
    description: 'How many days are left this year, and the vacation that lasts, if any.',
  })
  @ApiOkResponse({ type: VacationView, description: 'The vacation.', example: VACATION_EXAMPLE })
  @ApiProblems(...CALLER_PROBLEMS)
  get(@WithCredentials() credentials: Credentials): Promise<VacationView> {
    return this.vacations.get(credentials);
  }

  @Patch()
  @ApiOperation({
    operationId: 'updateMyVacation',
    summary: 'Say whether vacations begin by themselves',
    description: 'With `automatic` a vacation begins by itself shortly before a deadline would be missed.',
  })
  @ApiBody({ type: VacationBody, examples: { automatic: { summary: 'By themselves', value: { automatic: true } } } })
  @ApiOkResponse({
    type: VacationView,
    description: 'The vacation.',
    example: { ...VACATION_EXAMPLE, automatic: true },
  })
  @ApiProblems(...CALLER_PROBLEMS)
  update(@Body() { automatic }: VacationBody, @WithCredentials() credentials: Credentials): Promise<VacationView> {
    return this.vacations.setAutomatic(automatic, credentials);
  }

  @Post('start')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'startMyVacation',
    summary: 'Go on vacation',
    description:
      'Your time stands still in every game whose time control has `vacation`, until you come back or your days are used up.',
  })
  @ApiOkResponse({
    type: VacationView,
    description: 'The vacation.',
    example: {
      ...VACATION_EXAMPLE,
      current: { since: '2026-12-20T09:00:00.000Z', until: '2027-01-19T09:00:00.000Z' },
    },
  })
  @ApiProblems(...CALLER_PROBLEMS, 'on-vacation', 'no-days-left')
  @Idempotent()
  start(@WithCredentials() credentials: Credentials): Promise<VacationView> {
    return this.vacations.begin(credentials);
  }

  @Post('end')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'endMyVacation',
    summary: 'Come back from vacation',
    description: 'Your time runs again. Days that you have not used stay yours until the end of the year.',
  })
  @ApiOkResponse({ type: VacationView, description: 'The vacation.', example: VACATION_EXAMPLE })
  @ApiProblems(...CALLER_PROBLEMS, 'not-on-vacation')
  @Idempotent()
  end(@WithCredentials() credentials: Credentials): Promise<VacationView> {
    return this.vacations.end(credentials);
  }
}
