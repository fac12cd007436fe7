import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from './accept.js';
import { problemIndexPage, problemPage } from './problem-page.js';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problems.js';
import { RequestError } from './request-error.js';

const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

const entry = (code: ProblemCode) => {
  const { status, title, when, advice } = PROBLEMS[code];
  return { type: `/problems/${code}`, code, status, title, when, advice };
};

const PAGE_TYPES = ['text/html', 'application/json', 'application/problem+json'] as const;

const wantsJson = ({ headers }: FastifyRequest): boolean => preferredType(headers.accept, PAGE_TYPES) !== 'text/html';

/** The pages that `type` of a problem document leads to: for people by default, as JSON for programs. */
@ApiExcludeController()
@Controller('problems')
export class ProblemPagesController {
  @Get()
  index(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, { items: PROBLEM_CODES.map(entry), nextCursor: null }, problemIndexPage);
  }

  @Get(':code')
  page(@Param('code') code: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    if (!isProblemCode(code))
      throw new RequestError('unknown-route', `There is no problem called ${JSON.stringify(code)}.`);
    send(request, reply, entry(code), () => problemPage(code));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, json: object, page: () => string): void {
  void reply.headers({ vary: 'Accept', 'cache-control': 'public, max-age=3600' });
  if (wantsJson(request)) void reply.type('application/json; charset=utf-8').send(json);
  else void reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page());
}

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
