import { Module } from '@nestjs/common';
import { ProblemPagesController } from './problem-pages.controller.js';

/** What the HTTP layer serves of its own. */
@Module({ controllers: [ProblemPagesController] })
export class HttpModule {}
