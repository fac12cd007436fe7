import { Controller, Delete, HttpCode } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { AccountService } from './account.service.js';

@ApiTags('players')
@ApiBearerAuth()
@Controller('v1/me')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteMe',
    summary: 'Delete your account',
    description:
      'For good. Games under way are resigned, or cancelled where not both players have moved; open games and challenges ' +
      'are cancelled or declined. Finished games stay on record under the name "Deleted player". Every token is revoked.',
  })
  @ApiNoContentResponse({ description: 'The account is gone.' })
  @ApiProblems(...CALLER_PROBLEMS)
  close(@WithCredentials() credentials: Credentials): Promise<void> {
    return this.account.close(credentials);
  }
}
