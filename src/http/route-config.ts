import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/** Adds members to the configuration of an operation's route; Nest's own decorator would replace those that are there. */
export const AddToRouteConfig =
  (members: object): MethodDecorator =>
  (target, key, descriptor) => {
    const before = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    RouteConfig({ ...before, ...members })(target, key, descriptor);
  };
