import { ApiProperty } from '@nestjs/swagger';
import { NewTokenView, newTokenView } from '../tokens/token.view.js';
import type { App } from './app.js';
import type { AppRegistration } from './apps.service.js';

export class AppView {
  @ApiProperty({ format: 'uuid', example: '019ad0c8-4f3a-7b11-9c55-6a0d1e2f3b48' })
  id!: string;

  @ApiProperty({ example: 'Salta on the phone' })
  name!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;
}

/** What making an app gives. */
export class AppRegistrationView {
  @ApiProperty({ type: AppView })
  app!: AppView;

  @ApiProperty({ type: NewTokenView })
  token!: NewTokenView;
}

export const appView = ({ id, name, createdAt }: App): AppView => ({ id, name, createdAt: createdAt.toISOString() });

export const appRegistrationView = ({ app, token }: AppRegistration): AppRegistrationView => ({
  app: appView(app),
  token: newTokenView(token),
});
