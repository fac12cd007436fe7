/** A game's `ETag` is its version; `If-Match` on its commands and `If-None-Match` on its reads are honoured. */
import { createHash } from 'node:crypto';
import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';

export const formatVersionTag = (version: number): string => `"${version}"`;

/** A strong tag of a text, the same for equal texts. */
export const contentTag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** One quoted tag with an optional weakness mark, and what follows it in the list. */
const TAG = /^(W\/)?"([\x21\x23-\x7e]*)"[\t ]*(?:,[\t ]*|$)/;

/** The tags of an `If-Match` or `If-None-Match` header, or null when it is not such a list. */
export function parseTags(header: string): { weak: boolean; tag: string }[] | null {
  const tags: { weak: boolean; tag: string }[] = [];
  let rest = header.trim();
  while (rest !== '') {
    const found = TAG.exec(rest);
    if (!found) return null;
    tags.push({ weak: found[1] !== undefined, tag: `"${found[2] ?? ''}"` });
    rest = rest.slice(found[0].length);
  }
  return tags.length > 0 ? tags : null;
}

/** Whether an `If-None-Match` header says that the caller has the representation with this tag (compared weakly). */
export function isFresh(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || (parseTags(header)?.some((known) => known.tag === tag) ?? false);
}

/** The versions that `If-Match` accepts; null when any will do. A header that is no list of tags is `invalid-request`. */
export function readIfMatch(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  const tags = parseTags(header);
  if (tags === null)
    throw new DomainError('invalid-request', 'If-Match is not a list of entity tags.', {
      errors: [{ in: 'header', pointer: '/if-match', detail: 'must be * or entity tags such as "7"' }],
    });
  // If-Match compares strongly, byte by byte: a weak tag, or one that is no version as we write it, matches nothing.
  return tags.flatMap(({ weak, tag }) => (!weak && /^"[1-9]\d{0,14}"$/.test(tag) ? [Number(tag.slice(1, -1))] : []));
}

/** Throws `precondition-failed` unless `accepted` (of {@link readIfMatch}) has this version. */
export function checkVersion(accepted: readonly number[] | null, version: number): void {
  if (accepted !== null && !accepted.includes(version))
    throw new DomainError('precondition-failed', `The game is in version ${version}.`, { version });
}

export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of the game that the command is meant for; 412 `precondition-failed` when it has changed.',
    schema: { type: 'string' },
    example: '"7"',
  });

class VersionTagInterceptor<T> implements NestInterceptor<T, T> {
  constructor(private readonly versionOf: (body: T) => number) {}

  intercept(context: ExecutionContext, next: CallHandler<T>): Observable<T> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body) => {
        void reply.headers({ etag: formatVersionTag(this.versionOf(body)), 'cache-control': 'no-cache' });
      }),
    );
  }
}

/** Sends the version found in the answer as `ETag`; where `If-None-Match` has it already, 304 follows by itself. */
export const VersionTag = <T>(versionOf: (body: T) => number): MethodDecorator =>
  UseInterceptors(new VersionTagInterceptor(versionOf));

/** The `headers` of a documented response that has a version tag. */
export const VERSION_TAG_HEADER = {
  ETag: { description: 'The version of the game.', required: true, schema: { type: 'string' }, example: '"7"' },
} as const;

/** The same for an answer whose tag is that of its content. */
export const contentTagHeader = (description: string) => ({
  ETag: { description, required: true, schema: { type: 'string' as const }, example: '"q8UmqZ5dT2yJ"' },
});
