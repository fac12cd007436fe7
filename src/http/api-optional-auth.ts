import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';

/** Documents a read that works without a token, and shows more to those who send one. */
export const ApiOptionalAuth = (): MethodDecorator => applyDecorators(ApiSecurity({}), ApiBearerAuth());
