import { Module } from '@nestjs/common';
import { EventBell } from './event-bell.js';
import { EventSignal } from './event-signal.repository.js';

/** For the features that write events. */
@Module({ providers: [EventBell, EventSignal], exports: [EventBell] })
export class EventBellModule {}
