import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from './problems.js';

/** The extension by which an operation carries its codes to `openapi-document.ts`, which takes it off again. */
export const PROBLEMS_EXTENSION = 'x-problems';

/**
 * Documents what an operation can refuse, beyond what every operation can: the codes that come with a body, with
 * parameters, with the database being away and with failures of our own are added for it.
 */
export const ApiProblems = (...codes: ProblemCode[]): MethodDecorator => ApiExtension(PROBLEMS_EXTENSION, codes);
