/** Decorators for the fields of request bodies. */
import { applyDecorators, Injectable, type PipeTransform, type Type as Class } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { isUUID, IsObject, IsUUID, ValidateIf, ValidateNested } from 'class-validator';
import { DomainError, type DomainErrorCode } from '../domain-error.js';

/** A nested object of the class `type`. `ValidateNested` alone would let an array through. */
export const NestedObject = (type: () => Class): PropertyDecorator =>
  applyDecorators(
    IsObject({ message: 'must be an object' }),
    ValidateNested({ message: 'must be an object' }),
    Type(type),
  );

/** A field that may be left out, but is not null when it is there (as `IsOptional` would allow). */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_body: object, value: unknown) => value !== undefined);

/** A field that holds an id, kept in lower case, in which ids are compared. `message` says whose it must be. */
export const IsId = (message: string): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsUUID(undefined, { message }),
  );

/** Reads an id in a path; what is no UUID is answered like an id that does not exist. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly code: DomainErrorCode) {}

  transform(id: string): string {
    if (isUUID(id)) return id.toLowerCase();
    throw new DomainError(this.code, `${JSON.stringify(id)} is not an id; ids are UUIDs.`);
  }
}
