import { Global, Module } from '@nestjs/common';
import { ProblemPagesController } from './problem-pages.controller.js';
import { RateLimits } from './rate-limits.js';

/** What the HTTP layer serves of its own, and the rate limits, to which authentication says what it knows. */
@Global()
@Module({ controllers: [ProblemPagesController], providers: [RateLimits], exports: [RateLimits] })
export class HttpModule {}
