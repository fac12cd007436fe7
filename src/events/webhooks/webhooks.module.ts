import { Module } from '@nestjs/common';
import { PlayersModule } from '../../players/players.module.js';
import { EventBellModule } from '../event-bell.module.js';
import { AttemptsRepository } from './attempts.repository.js';
import { WebhookDeliverer } from './deliverer.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryJobs } from './delivery-jobs.js';
import { DispatchRepository } from './dispatch.repository.js';
import { WebhookDispatcher } from './dispatcher.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { UpkeepRepository } from './upkeep.repository.js';
import { WebhookUpkeep } from './upkeep.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { webhookPolicy } from './webhook-policy.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [PlayersModule, EventBellModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    webhookPolicy,
    WebhooksService,
    WebhookDeliveriesService,
    DeliveryJobs,
    WebhookDispatcher,
    WebhookDeliverer,
    WebhookUpkeep,
    EndpointsRepository,
    DeliveriesRepository,
    DispatchRepository,
    AttemptsRepository,
    UpkeepRepository,
  ],
})
export class WebhooksModule {}
